import { Button } from '@mantine/core';
import { MinuteField } from '../../kernel/forms/minute-field.tsx';
import { Undo2, X } from '../../kernel/icons/icons.ts';
import styles from './take-back.module.css';

interface TimeRangeProps {
  since: number;
  until: number;
  onChange: (times: { since: number; until: number }) => void;
  onFind: () => void;
  onLeave: () => void;
}

/** Fields for two minutes between which to find changes. The second minute counts to its end. */
export function TimeRange({ since, until, onChange, onFind, onLeave }: TimeRangeProps) {
  const isBackward = since > until;
  return (
    <>
      <MinuteField label="From" at={since} onChange={(at) => onChange({ since: at.from, until })} />
      <MinuteField label="To" at={until} isWrong={isBackward} onChange={(at) => onChange({ since, until: at.to })} />
      <Button leftSection={<Undo2 size={14} />} disabled={isBackward} onClick={onFind}>
        Find changes
      </Button>
      <Button variant="subtle" color="gray" c="inherit" leftSection={<X size={14} />} onClick={onLeave}>
        Clear
      </Button>
      {isBackward && (
        <p role="alert" className={styles.wrong}>
          “To” must be after “From”.
        </p>
      )}
    </>
  );
}

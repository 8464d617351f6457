import { Button, TextInput } from '@mantine/core';
import { Undo2, X } from '../../kernel/icons/icons.ts';
import { readMinute, sayMinute } from './minutes.ts';
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
      <Minute label="From" at={since} onChange={(at) => onChange({ since: at.from, until })} />
      <Minute label="To" at={until} isWrong={isBackward} onChange={(at) => onChange({ since, until: at.to })} />
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

interface MinuteProps {
  label: string;
  at: number;
  isWrong?: boolean;
  onChange: (minute: { from: number; to: number }) => void;
}

/** Incomplete input changes nothing. */
function Minute({ label, at, isWrong = false, onChange }: MinuteProps) {
  return (
    <TextInput
      type="datetime-local"
      aria-label={label}
      title={label}
      error={isWrong}
      className={styles.minute}
      defaultValue={sayMinute(at)}
      onChange={({ currentTarget }) => {
        const minute = readMinute(currentTarget.value);
        if (minute) onChange(minute);
      }}
    />
  );
}

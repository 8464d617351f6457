import { Button } from '@mantine/core';
import { useState } from 'react';
import { Fault } from '../../kernel/forms/fault.tsx';
import { MinuteField } from '../../kernel/forms/minute-field.tsx';
import { openForm, useBindings } from '../../kernel/keyboard/bindings.ts';
import styles from './past.module.css';

interface MomentFormProps {
  /** Time to begin with. */
  at: number;
  /** Called with the end of the chosen minute, or with the present time within it. */
  onView: (asOf: number) => void;
  onClose: () => void;
}

/** Form for the time at which a page is shown, in the line of a toolbar. Esc closes it. */
export function MomentForm({ at, onView, onClose }: MomentFormProps) {
  const [minute, setMinute] = useState({ from: at, to: at });
  const [fault, setFault] = useState<string>();
  useBindings('Form', [{ keys: 'Escape', does: 'Cancel', run: onClose, isQuiet: true }]);
  return (
    <form
      className={styles.banner}
      onSubmit={(event) => {
        event.preventDefault();
        const now = Date.now();
        if (minute.from > now) setFault('Choose a time in the past.');
        else onView(Math.min(minute.to, now));
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onClose();
      }}
      {...{ [openForm]: true }}
    >
      <MinuteField
        label="View as of"
        at={at}
        isFirst
        isWrong={fault !== undefined}
        onChange={(minute) => {
          setMinute(minute);
          setFault(undefined);
        }}
      />
      <Button type="submit">View</Button>
      <Button variant="subtle" color="gray" c="inherit" onClick={onClose}>
        Cancel
      </Button>
      <Fault text={fault} />
    </form>
  );
}

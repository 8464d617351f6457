import { Button } from '@mantine/core';
import type { FormEventHandler, ReactNode } from 'react';
import { openForm, useBindings } from '../keyboard/bindings.ts';
import { Fault } from './fault.tsx';
import styles from './forms.module.css';

interface LineFrameProps {
  /** Label of the button. */
  verb: string;
  isSending?: boolean;
  fault: string | undefined;
  onSubmit: FormEventHandler<HTMLFormElement>;
  onClose: () => void;
  /** Field of the form. */
  children: ReactNode;
}

/** Frame of a form with one field, in the line of a toolbar. Esc closes it. */
export function LineFrame({ verb, isSending = false, fault, onSubmit, onClose, children }: LineFrameProps) {
  useBindings('Form', [{ keys: 'Escape', does: 'Cancel', run: onClose, isQuiet: true }]);
  return (
    <form
      onSubmit={onSubmit}
      className={styles.line}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onClose();
      }}
      {...{ [openForm]: true }}
    >
      {children}
      <Button type="submit" loading={isSending}>
        {verb}
      </Button>
      <Button variant="subtle" color="gray" c="inherit" onClick={onClose}>
        Cancel
      </Button>
      <Fault text={fault} />
    </form>
  );
}

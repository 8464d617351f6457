import { Button, Popover } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './forms.module.css';

export interface ConfirmProps {
  /** On the button that asks. */
  label: string;
  /** Where several buttons have the same label: what this one is about. */
  about?: string;
  /** On the button that does it. */
  verb: string;
  isPending: boolean;
  /** In a row of a list. */
  isSmall?: boolean;
  onConfirm: () => void;
  /** What stops, what stays, and that there is no way back. */
  children: ReactNode;
}

/** Asks once before what cannot be taken back; all else is done at once and offers Undo. */
export function Confirm({ label, about, verb, isPending, isSmall = false, onConfirm, children }: ConfirmProps) {
  return (
    <Popover width={300} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <Button
          {...(isSmall ? { variant: 'subtle', size: 'compact-xs' } : { variant: 'default' })}
          aria-label={about === undefined ? undefined : `${label} ${about}`}
        >
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={styles.ask}>
          {children}
          <Button color="red" loading={isPending} onClick={onConfirm}>
            {verb}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

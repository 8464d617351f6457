import { Button, Popover } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './forms.module.css';

export interface ConfirmProps {
  /** Label of the button that opens the question. */
  label: string;
  /** Distinguishes several buttons with the same label. */
  about?: string;
  /** Label of the button that confirms. */
  verb: string;
  isPending: boolean;
  /** True in a row of a list. */
  isSmall?: boolean;
  onConfirm: () => void;
  /** States what stops, what stays, and that it is final. */
  children: ReactNode;
}

/** Asks once before a final action. All other actions run immediately and offer Undo. */
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

import { Button, Popover } from '@mantine/core';
import type { ReactNode } from 'react';
import { AccountFault, OwnPassword, passwordGiven } from '../../kernel/forms/own-password.tsx';
import { useForm } from '../../kernel/forms/use-form.ts';
import styles from './account.module.css';

interface ConfirmAsOwnerProps {
  /** Label of the button that opens the question. */
  label: string;
  /** Distinguishes several buttons with the same label. */
  about?: string;
  /** Label of the button that confirms. */
  verb: string;
  color?: 'red';
  send: (given: { password?: string }) => Promise<void>;
  /** Consequences of the action. */
  children: ReactNode;
}

/** Requires the owner of the account to identify themselves before a way to sign in changes (D54). */
export function ConfirmAsOwner({ label, about, verb, color, send, children }: ConfirmAsOwnerProps) {
  const form = useForm({ password: '' }, async ({ password }) => {
    await send(passwordGiven(password));
    form.set('password', '');
  });
  return (
    <Popover width={300} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        {/* One that stands alone begins where fields do, as all buttons below them. */}
        <Button variant={about === undefined ? 'default' : 'subtle'} aria-label={about === undefined ? undefined : `${label} ${about}`}>
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form onSubmit={form.onSubmit} className={styles.ask}>
          {children}
          <OwnPassword form={form} />
          <AccountFault form={form} />
          <Button type="submit" {...(color && { color })} loading={form.isSending}>
            {verb}
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}

import { PasswordInput } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { useAccount } from '../membership/membership.ts';
import { Fault } from './fault.tsx';
import type { Form } from './use-form.ts';

interface OwnPasswordProps {
  form: Pick<Form<{ password: string }>, 'text'>;
  label?: string;
  autoFocus?: boolean;
}

/**
 * Field for the password that the gateway requires again. Renders nothing for an account without one, which must have signed in just now
 * (D54).
 */
export function OwnPassword({ form, label = 'Your password', autoFocus = false }: OwnPasswordProps) {
  const { account } = useAccount();
  if (!account.hasPassword) return null;
  return <PasswordInput label={label} autoComplete="current-password" required autoFocus={autoFocus} {...form.text('password')} />;
}

/** Argument of a call. Absent if no password was requested. */
export function passwordGiven(password: string): { password?: string } {
  return password === '' ? {} : { password };
}

/** Reason why a form was refused. If signing in again helps, it links there and back. */
export function AccountFault({ form }: { form: Pick<Form<object>, 'fault' | 'reason'> }) {
  const here = useLocation({ select: ({ pathname }) => pathname });
  return (
    <>
      <Fault text={form.fault} />
      {form.reason === 'sign_in_again' && (
        <Link to="/sign-in" search={{ next: here }}>
          Sign in again
        </Link>
      )}
    </>
  );
}

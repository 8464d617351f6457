import { Button, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../calls/call.ts';
import { Fault } from '../forms/fault.tsx';
import { useForm } from '../forms/use-form.ts';
import styles from './visitor-page.module.css';
import { VisitorPage } from './visitor-page.tsx';

/** Asks for a link to choose a new password; whether there is such an account is not told. */
export function ForgottenPage() {
  const [asked, setAsked] = useState<string>();
  const form = useForm({ email: '' }, async (values) => {
    await call(undefined, 'request_reset', values);
    setAsked(values.email);
  });
  if (asked !== undefined)
    return (
      <VisitorPage
        title="Look at your mail"
        lead={`If there is an account with the address ${asked}, a link is on its way there. It works once, within the hour.`}
      >
        <p className={styles.aside}>
          <Link to="/sign-in">Sign in</Link>
        </p>
      </VisitorPage>
    );
  return (
    <VisitorPage title="Forgot your password?" lead="A link to choose a new one is mailed to the address of your account.">
      <form onSubmit={form.onSubmit}>
        <TextInput label="E-mail" type="email" autoComplete="username" required autoFocus {...form.text('email')} />
        <Fault text={form.fault} />
        <Button type="submit" loading={form.isSending}>
          Mail a link
        </Button>
      </form>
      <p className={styles.aside}>
        <Link to="/sign-in">Sign in</Link>
      </p>
    </VisitorPage>
  );
}

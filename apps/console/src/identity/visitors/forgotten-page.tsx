import { durationWords, linkLifetimeMs } from '@gatehouse/domain';
import { Button, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../kernel/calls/call.ts';
import { Fault } from '../../kernel/forms/fault.tsx';
import { useForm } from '../../kernel/forms/use-form.ts';
import styles from './visitor-page.module.css';
import { VisitorPage } from './visitor-page.tsx';

/** Requests a link to choose a new password. The answer does not show whether the account exists. */
export function ForgottenPage() {
  const [asked, setAsked] = useState<string>();
  const form = useForm({ email: '' }, async (values) => {
    await call(undefined, 'request_reset', values);
    setAsked(values.email);
  });
  if (asked !== undefined)
    return (
      <VisitorPage
        title="Check your e-mail"
        lead={`If ${asked} has an account, we've sent a link to it. It works once and expires in ${durationWords(linkLifetimeMs.reset)}.`}
      >
        <p className={styles.aside}>
          <Link to="/sign-in">Sign in</Link>
        </p>
      </VisitorPage>
    );
  return (
    <VisitorPage title="Forgot your password?" lead="We'll e-mail you a link to choose a new one.">
      <form onSubmit={form.onSubmit}>
        <TextInput label="E-mail" type="email" autoComplete="username" required autoFocus {...form.text('email')} />
        <Fault text={form.fault} />
        <Button type="submit" loading={form.isSending}>
          Send link
        </Button>
      </form>
      <p className={styles.aside}>
        <Link to="/sign-in">Sign in</Link>
      </p>
    </VisitorPage>
  );
}

import { Button, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../kernel/calls/call.ts';
import { Fault } from '../../kernel/forms/fault.tsx';
import { useForm } from '../../kernel/forms/use-form.ts';
import { forgottenPage as strings } from '../strings.ts';
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
      <VisitorPage title={strings.checkYourEMail} lead={strings.ifHasAccountWeveSent(asked)}>
        <p className={styles.aside}>
          <Link to="/sign-in">{strings.signIn}</Link>
        </p>
      </VisitorPage>
    );
  return (
    <VisitorPage title={strings.forgotYourPassword} lead={strings.wellEMailYouLink}>
      <form onSubmit={form.onSubmit}>
        <TextInput label={strings.eMail} type="email" autoComplete="username" required autoFocus {...form.text('email')} />
        <Fault text={form.fault} />
        <Button type="submit" loading={form.isSending}>
          {strings.sendLink}
        </Button>
      </form>
      <p className={styles.aside}>
        <Link to="/sign-in">{strings.signIn}</Link>
      </p>
    </VisitorPage>
  );
}

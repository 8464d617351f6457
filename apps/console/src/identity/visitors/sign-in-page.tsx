import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { call } from '../../kernel/calls/call.ts';
import { toolQuery } from '../../kernel/calls/queries.ts';
import { Fault } from '../../kernel/forms/fault.tsx';
import { useForm } from '../../kernel/forms/use-form.ts';
import { useEnter } from '../../kernel/session/enter.ts';
import { signWithPasskey } from '../passkeys/ask-browser.ts';
import { CompanyButton } from './company-button.tsx';
import styles from './visitor-page.module.css';
import { VisitorPage } from './visitor-page.tsx';

const route = getRouteApi('/sign-in');

export function SignInPage() {
  const enter = useEnter();
  const options = useQuery(toolQuery(undefined, 'sign_in_options', {}));
  const { next } = route.useSearch();
  const form = useForm({ email: '', password: '' }, async (values) => {
    await call(undefined, 'sign_in', values);
    await enter(next);
  });
  return (
    <VisitorPage title="Sign in">
      <form onSubmit={form.onSubmit}>
        <TextInput label="E-mail" type="email" autoComplete="username" required autoFocus {...form.text('email')} />
        <PasswordInput label="Password" autoComplete="current-password" required {...form.text('password')} />
        <Fault text={form.fault} />
        <Button type="submit" loading={form.isSending}>
          Sign in
        </Button>
      </form>
      <CompanyButton label="Sign in with" next={next} />
      {options.data?.noPasskeys === null && <PasskeyForm next={next} />}
      {options.data?.mailsResets && (
        <p className={styles.aside}>
          <Link to="/forgotten">Forgot your password?</Link>
        </p>
      )}
      <p className={styles.aside}>
        No account, or forgot your password? Ask an owner or admin for a link. Administrators can create one with{' '}
        <code>gatehouse people reset-link</code>.
      </p>
    </VisitorPage>
  );
}

function PasskeyForm({ next }: { next: string | undefined }) {
  const enter = useEnter();
  const form = useForm({}, async () => {
    const { options } = await call(undefined, 'begin_passkey_sign_in', {});
    await call(undefined, 'sign_in_passkey', { passkey: await signWithPasskey(options) });
    await enter(next);
  });
  return (
    <form onSubmit={form.onSubmit}>
      <Button type="submit" variant="default" loading={form.isSending}>
        Use a passkey
      </Button>
      <Fault text={form.fault} />
    </form>
  );
}

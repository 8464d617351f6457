import { maxPersonName } from '@gatehouse/domain';
import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../kernel/calls/call.ts';
import { Fault } from '../../kernel/forms/fault.tsx';
import { AccountFault, OwnPassword, passwordGiven } from '../../kernel/forms/own-password.tsx';
import { SettingsSection, SettingsSections } from '../../kernel/forms/section.tsx';
import { useForm } from '../../kernel/forms/use-form.ts';
import { Page } from '../../kernel/layout/page.tsx';
import { accountQuery } from '../../kernel/membership/account.ts';
import { useAccount } from '../../kernel/membership/membership.ts';
import { sayDone } from '../../kernel/notices/notices.ts';
import { NewPassword } from '../visitors/new-password.tsx';
import { CompanyIdentities } from './company-identities.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { Organizations } from './organizations.tsx';
import { Passkeys } from './passkeys.tsx';
import { Sessions } from './sessions.tsx';

/** Settings of a person for all their organizations. */
export function AccountPage() {
  return (
    <Page title="Account">
      <SettingsSections>
        <SettingsSection title="Name" lead="Shown next to everything you and your agents do.">
          <NameForm />
        </SettingsSection>
        <SettingsSection title="E-mail" lead="You use it to sign in. Organizations still see the address they invited.">
          <EmailForm />
        </SettingsSection>
        <SettingsSection title="Password" lead="Changing it signs out every other browser.">
          <PasswordForm />
        </SettingsSection>
        <CompanyIdentities />
        <SettingsSection title="Passkeys" lead="Sign in with your device or a security key instead of a password.">
          <Passkeys />
        </SettingsSection>
        <SettingsSection title="Sessions" lead="Browsers where you're signed in.">
          <Sessions />
        </SettingsSection>
        <SettingsSection title="Organizations" lead="If you leave one, everything you created stays there.">
          <Organizations />
        </SettingsSection>
        <SettingsSection title="Delete account" lead="You leave every organization, and your account is deleted.">
          <DeleteAccount />
        </SettingsSection>
      </SettingsSections>
    </Page>
  );
}

function useSaved(): (text: string) => Promise<void> {
  const queries = useQueryClient();
  return async (text) => {
    await queries.invalidateQueries({ queryKey: accountQuery.queryKey });
    sayDone(text);
  };
}

function NameForm() {
  const { account } = useAccount();
  const saved = useSaved();
  const form = useForm({ name: account.name }, async (values) => {
    await call(undefined, 'change_name', values);
    await saved('Name changed.');
  });
  return (
    <form onSubmit={form.onSubmit}>
      <TextInput label="Name" autoComplete="name" required maxLength={maxPersonName} {...form.text('name')} />
      <Fault text={form.fault} />
      <Button type="submit" variant="default" loading={form.isSending} disabled={form.values.name === account.name}>
        Save name
      </Button>
    </form>
  );
}

function EmailForm() {
  const { account } = useAccount();
  const saved = useSaved();
  const form = useForm({ email: account.email, password: '' }, async ({ email, password }) => {
    await call(undefined, 'change_email', { email, ...passwordGiven(password) });
    form.set('password', '');
    await saved('E-mail changed.');
  });
  const isChanged = form.values.email !== account.email;
  return (
    <form onSubmit={form.onSubmit}>
      <TextInput label="E-mail" type="email" autoComplete="username" required {...form.text('email')} />
      {isChanged && <OwnPassword form={form} />}
      <AccountFault form={form} />
      <Button type="submit" variant="default" loading={form.isSending} disabled={!isChanged}>
        Save e-mail
      </Button>
    </form>
  );
}

function PasswordForm() {
  const { account } = useAccount();
  const saved = useSaved();
  const form = useForm({ password: '', newPassword: '' }, async ({ password, newPassword }) => {
    await call(undefined, 'change_password', { newPassword, ...passwordGiven(password) });
    form.set('password', '');
    form.set('newPassword', '');
    await saved('Password changed. Other browsers were signed out.');
  });
  return (
    <form onSubmit={form.onSubmit}>
      <OwnPassword label="Current password" form={form} />
      <NewPassword label="New password" {...form.text('newPassword')} />
      <AccountFault form={form} />
      <Button type="submit" variant="default" loading={form.isSending}>
        {account.hasPassword ? 'Change password' : 'Set password'}
      </Button>
    </form>
  );
}

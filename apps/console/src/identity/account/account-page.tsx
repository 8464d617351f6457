import { maxPersonName } from '@gatehouse/domain';
import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../kernel/calls/call.ts';
import { Fault } from '../../kernel/forms/fault.tsx';
import { SettingsSection, SettingsSections } from '../../kernel/forms/section.tsx';
import { useForm } from '../../kernel/forms/use-form.ts';
import { Page } from '../../kernel/layout/page.tsx';
import { accountQuery } from '../../kernel/membership/account.ts';
import { useAccount } from '../../kernel/membership/membership.ts';
import { sayDone } from '../../kernel/notices/notices.ts';
import { accountPage as strings } from '../strings.ts';
import { NewPassword } from '../visitors/new-password.tsx';
import { CompanyIdentities } from './company-identities.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { Organizations } from './organizations.tsx';
import { AccountFault, OwnPassword, passwordGiven } from './own-password.tsx';
import { Passkeys } from './passkeys.tsx';
import { Sessions } from './sessions.tsx';

/** What a person can set of themselves, in every organization they belong to. */
export function AccountPage() {
  return (
    <Page title={strings.account}>
      <SettingsSections>
        <SettingsSection title={strings.name} lead={strings.shownNextToEverythingYou}>
          <NameForm />
        </SettingsSection>
        <SettingsSection title={strings.eMail} lead={strings.youUseItToSign}>
          <EmailForm />
        </SettingsSection>
        <SettingsSection title={strings.password} lead={strings.changingItSignsOutEvery}>
          <PasswordForm />
        </SettingsSection>
        <CompanyIdentities />
        <SettingsSection title={strings.passkeys} lead={strings.signInWithYourDevice}>
          <Passkeys />
        </SettingsSection>
        <SettingsSection title={strings.sessions} lead={strings.browsersWhereYoureSignedIn}>
          <Sessions />
        </SettingsSection>
        <SettingsSection title={strings.organizations} lead={strings.ifYouLeaveOne}>
          <Organizations />
        </SettingsSection>
        <SettingsSection title={strings.deleteAccount} lead={strings.youLeaveEveryOrganization}>
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
    await saved(strings.nameChanged);
  });
  return (
    <form onSubmit={form.onSubmit}>
      <TextInput label={strings.name} autoComplete="name" required maxLength={maxPersonName} {...form.text('name')} />
      <Fault text={form.fault} />
      <Button type="submit" variant="default" loading={form.isSending} disabled={form.values.name === account.name}>
        {strings.saveName}
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
    await saved(strings.eMailChanged);
  });
  const isChanged = form.values.email !== account.email;
  return (
    <form onSubmit={form.onSubmit}>
      <TextInput label={strings.eMail} type="email" autoComplete="username" required {...form.text('email')} />
      {isChanged && <OwnPassword form={form} />}
      <AccountFault form={form} />
      <Button type="submit" variant="default" loading={form.isSending} disabled={!isChanged}>
        {strings.saveEMail}
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
    await saved(strings.passwordChanged);
  });
  return (
    <form onSubmit={form.onSubmit}>
      <OwnPassword label={strings.currentPassword} form={form} />
      <NewPassword label={strings.newPassword} {...form.text('newPassword')} />
      <AccountFault form={form} />
      <Button type="submit" variant="default" loading={form.isSending}>
        {account.hasPassword ? strings.changePassword : strings.setPassword}
      </Button>
    </form>
  );
}

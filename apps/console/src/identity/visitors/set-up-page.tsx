import { maxOrganizationName, maxPersonName } from '@gatehouse/domain';
import { Button, TextInput } from '@mantine/core';
import { call } from '../../kernel/calls/call.ts';
import { Fault } from '../../kernel/forms/fault.tsx';
import { useForm } from '../../kernel/forms/use-form.ts';
import { useEnter } from '../../kernel/session/enter.ts';
import { NewPassword } from './new-password.tsx';
import { LinkPage, type Told } from './use-link.tsx';
import { VisitorPage } from './visitor-page.tsx';

/** Creates the first owner of a new gateway. */
export function SetUpPage() {
  return <LinkPage kind="set_up">{(link, secret) => <SetUp link={link} secret={secret} />}</LinkPage>;
}

function SetUp({ link, secret }: { link: Told; secret: string }) {
  const enter = useEnter();
  const form = useForm({ organizationName: '', name: '', email: '', password: '' }, async ({ organizationName, ...account }) => {
    await call(undefined, 'set_up', { secret, ...account, ...(link.isUnnamed && { organizationName }) });
    await enter();
  });
  const lead = link.isUnnamed
    ? "You'll be the first owner. Existing content is kept."
    : `You'll be the first to sign in to ${link.organization ?? ''}, as its owner.`;
  return (
    <VisitorPage title="Set up your workspace" lead={lead}>
      <form onSubmit={form.onSubmit}>
        {link.isUnnamed && (
          <TextInput
            label="Organization"
            autoComplete="organization"
            maxLength={maxOrganizationName}
            required
            autoFocus
            {...form.text('organizationName')}
          />
        )}
        <TextInput label="Your name" autoComplete="name" maxLength={maxPersonName} required {...form.text('name')} />
        <TextInput label="E-mail" type="email" autoComplete="username" required {...form.text('email')} />
        <NewPassword {...form.text('password')} />
        <Fault text={form.fault} />
        <Button type="submit" loading={form.isSending}>
          Create workspace
        </Button>
      </form>
    </VisitorPage>
  );
}

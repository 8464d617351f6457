import { Button, TextInput } from '@mantine/core';
import { call } from '../../kernel/calls/call.ts';
import { Fault } from '../../kernel/forms/fault.tsx';
import { useForm } from '../../kernel/forms/use-form.ts';
import { useEnter } from '../../kernel/session/enter.ts';
import { EndedAgents } from './ended-agents.tsx';
import { EndedServices } from './ended-services.tsx';
import { KeptWaysIn } from './kept-ways-in.tsx';
import { NewPassword } from './new-password.tsx';
import { LinkPage, type Told } from './use-link.tsx';
import { VisitorPage } from './visitor-page.tsx';

/** A new password, by a link. */
export function ResetPage() {
  return <LinkPage kind="reset">{(link, secret) => <Reset link={link} secret={secret} />}</LinkPage>;
}

function Reset({ link, secret }: { link: Told; secret: string }) {
  const enter = useEnter();
  const form = useForm({ newPassword: '', keep: [] as string[], keepAgents: undefined as string[] | undefined }, async (values) => {
    const { keepAgents, ...given } = values;
    await call(undefined, 'reset_password', { secret, ...given, ...(keepAgents && { keepAgents }) });
    await enter();
  });
  return (
    <VisitorPage title="Choose a new password" lead="Every other browser will be signed out. This one will be signed in.">
      <form onSubmit={form.onSubmit}>
        <TextInput label="E-mail" type="email" autoComplete="username" readOnly value={link.email ?? ''} />
        <NewPassword label="New password" autoFocus {...form.text('newPassword')} />
        <KeptWaysIn link={link} kept={form.values.keep} onChange={(keep) => form.set('keep', keep)} />
        <EndedAgents agents={link.agents} kept={form.values.keepAgents} onChange={(kept) => form.set('keepAgents', kept)} />
        <EndedServices services={link.services} />
        <Fault text={form.fault} />
        <Button type="submit" loading={form.isSending}>
          Save password
        </Button>
      </form>
    </VisitorPage>
  );
}

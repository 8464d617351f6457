import { maxPersonName } from '@gatehouse/domain';
import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { call } from '../../kernel/calls/call.ts';
import { Fault } from '../../kernel/forms/fault.tsx';
import { useForm } from '../../kernel/forms/use-form.ts';
import { accountQuery, type SignedIn } from '../../kernel/membership/account.ts';
import { useEnter } from '../../kernel/session/enter.ts';
import { CompanyButton } from './company-button.tsx';
import { NewPassword } from './new-password.tsx';
import { LinkPage, type Told } from './use-link.tsx';
import styles from './visitor-page.module.css';
import { VisitorPage } from './visitor-page.tsx';

const invitedYouAs = (invitedBy: string, role: string) => `${invitedBy} invited you as ${role === 'member' ? 'a' : 'an'} ${role}.`;

/** Joining an organization: with the account that is signed in, or with a new one. */
export function InvitationPage() {
  const signedIn = useQuery({ ...accountQuery, retry: false });
  if (signedIn.isPending) return null;
  return (
    <LinkPage kind="invitation">
      {(link, secret) =>
        signedIn.data ? <Join link={link} secret={secret} account={signedIn.data.account} /> : <JoinAsNew link={link} secret={secret} />
      }
    </LinkPage>
  );
}

const titleOf = ({ organization }: Told) => `Join ${organization ?? 'the organization'}`;
const leadOf = ({ invitedBy, role }: Told) => invitedYouAs(invitedBy ?? 'Your administrator', role ?? '');

function Join({ link, secret, account }: { link: Told; secret: string; account: SignedIn['account'] }) {
  const enter = useEnter();
  const form = useForm({}, async () => {
    await call(undefined, 'accept_invitation', { secret });
    await enter();
  });
  return (
    <VisitorPage title={titleOf(link)} lead={`${leadOf(link)} You are signed in as ${account.name} (${account.email}).`}>
      <form onSubmit={form.onSubmit}>
        <Fault text={form.fault} />
        <Button type="submit" loading={form.isSending}>
          Join as {account.name}
        </Button>
      </form>
    </VisitorPage>
  );
}

function JoinAsNew({ link, secret }: { link: Told; secret: string }) {
  const enter = useEnter();
  const here = useLocation({ select: ({ pathname, hash }) => `${pathname}#${hash}` });
  const form = useForm({ name: link.name ?? '', password: '' }, async (values) => {
    await call(undefined, 'accept_invitation', { secret, ...values });
    await enter();
  });
  return (
    <VisitorPage title={titleOf(link)} lead={leadOf(link)}>
      <form onSubmit={form.onSubmit}>
        <TextInput label="E-mail" type="email" autoComplete="username" readOnly value={link.email ?? ''} />
        <TextInput label="Your name" autoComplete="name" maxLength={maxPersonName} required autoFocus {...form.text('name')} />
        <NewPassword {...form.text('password')} />
        <Fault text={form.fault} />
        <Button type="submit" loading={form.isSending}>
          Join
        </Button>
      </form>
      <CompanyButton label="Join with" input={{ secret }} />
      <p className={styles.aside}>
        Already have an account?{' '}
        <Link to="/sign-in" search={{ next: here }}>
          Sign in to join
        </Link>
        .
      </p>
    </VisitorPage>
  );
}

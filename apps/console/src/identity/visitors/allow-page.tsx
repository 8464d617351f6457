import { Button, Select } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { call, type OutputOf } from '../../kernel/calls/call.ts';
import { toolQuery } from '../../kernel/calls/queries.ts';
import { Fault } from '../../kernel/forms/fault.tsx';
import { useForm } from '../../kernel/forms/use-form.ts';
import { accountQuery } from '../../kernel/membership/account.ts';
import { messageOf } from '../../kernel/states/failed.tsx';
import { accessWords } from '../connect/access-words.ts';
import { expiries } from '../connect/expiries.ts';
import { type ChosenFolders, folderArguments } from '../limits/chosen-limits.ts';
import { FoldersField } from '../limits/folders-field.tsx';
import styles from './visitor-page.module.css';
import { VisitorPage } from './visitor-page.tsx';

const route = getRouteApi('/allow/$requestId');

type Request = OutputOf<'read_client_request'>;

const accesses = [
  { value: 'read', label: 'Read' },
  { value: 'write', label: 'Read and write' },
];

/** Asks the signed-in person whether a client may act for them (D46). */
export function AllowPage() {
  const { requestId } = route.useParams();
  const asked = useQuery({ ...toolQuery(undefined, 'read_client_request', { requestId }), retry: false });
  if (asked.isPending) return null;
  if (asked.isError) return <VisitorPage title="This sign-in can't continue" lead={messageOf(asked.error)} />;
  return <Consent requestId={requestId} request={asked.data} />;
}

function Consent({ requestId, request }: { requestId: string; request: Request }) {
  const { account, organizations } = useSuspenseQuery(accountQuery).data;
  const { clientName, clientHost, redirectTo, access, search } = request;
  const first = organizations[0]?.orgId ?? '';
  const empty = { orgId: first, access, days: '90', folders: undefined as ChosenFolders };
  const form = useForm(empty, async ({ orgId, access, days, folders }) => {
    const expiry = days === 'never' ? {} : { expiresInDays: Number(days) };
    const { continueAt } = await call(orgId, 'allow_client', { requestId, access, ...expiry, ...folderArguments(folders, access) });
    window.location.assign(continueAt);
  });
  const refusing = useForm({}, async () => {
    const { continueAt } = await call(undefined, 'refuse_client', { requestId });
    window.location.assign(continueAt);
  });
  const who = clientHost === null ? "Its name isn't verified" : `It's published by ${clientHost}`;
  return (
    <VisitorPage
      title={`Let ${clientName} act for you?`}
      lead={`You are signed in as ${account.name} (${account.email}). ${who}, and you'll return to ${redirectTo}.`}
    >
      <form onSubmit={form.onSubmit}>
        <Select
          label="Organization"
          data={organizations.map(({ orgId, name }) => ({ value: orgId, label: name }))}
          value={form.values.orgId}
          onChange={(orgId) => {
            form.set('orgId', orgId ?? first);
            form.set('folders', undefined);
          }}
          allowDeselect={false}
        />
        <Select
          label="Access"
          description={accessWords[form.values.access]}
          data={access === 'read' ? accesses.slice(0, 1) : accesses}
          value={form.values.access}
          onChange={(chosen) => form.set('access', chosen === 'write' ? 'write' : 'read')}
          allowDeselect={false}
        />
        <Select
          label="Expires after"
          data={expiries}
          value={form.values.days}
          onChange={(days) => form.set('days', days ?? '90')}
          allowDeselect={false}
        />
        {first !== '' && (
          <FoldersField
            orgId={form.values.orgId}
            access={form.values.access}
            folders={form.values.folders}
            onChange={(folders) => form.set('folders', folders)}
          />
        )}
        <Fault text={form.fault ?? refusing.fault} />
        <Button type="submit" loading={form.isSending} disabled={first === '' || form.values.folders?.size === 0}>
          Allow {clientName}
        </Button>
      </form>
      <form onSubmit={refusing.onSubmit}>
        <Button type="submit" variant="default" loading={refusing.isSending}>
          Deny
        </Button>
      </form>
      <p className={styles.aside}>
        It sees what you see, and the activity log shows every call it makes. You can revoke it at any time under Agents.{' '}
        {search === 'best' && 'Its search answers questions, because it may know only search and fetch. You can change that under Agents. '}
        <Link to="/">Open Gatehouse</Link>
      </p>
    </VisitorPage>
  );
}

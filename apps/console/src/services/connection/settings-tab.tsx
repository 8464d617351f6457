import { Button, Checkbox, SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call, type InputOf } from '../../calls/call.ts';
import { Confirm } from '../../forms/confirm.tsx';
import { Fault } from '../../forms/fault.tsx';
import { SettingsSection, SettingsSections } from '../../forms/section.tsx';
import { useForm } from '../../forms/use-form.ts';
import { sayDone } from '../../notices/notices.ts';
import { actsForAll, useMembership } from '../../session/membership.ts';
import { AccessFields } from '../connect/access-fields.tsx';
import { type AccessValues, accessArgument, isGiven, knownAccess } from '../connect/access-values.ts';
import { type ConnectionDetails, useRefreshConnections } from '../use-connections.ts';
import styles from './connection.module.css';
import type { ConnectionVerbs } from './use-connection-verbs.ts';

export interface SettingsTabProps {
  connection: ConnectionDetails;
  verbs: ConnectionVerbs;
}

/** What can be changed of a connection. Marks, approvals and what is switched off stay. */
export function SettingsTab({ connection, verbs: { disconnect } }: SettingsTabProps) {
  const { name, kind, access, toolsCount, ownerName, updatedAt } = connection;
  return (
    <SettingsSections>
      <SettingsSection title="Name and use" lead={ownerName === null ? undefined : `Connected by ${ownerName}.`}>
        <NameForm key={updatedAt} connection={connection} />
      </SettingsSection>
      <SettingsSection title="Address" lead="A new one is asked for its tools before anything is stored.">
        {kind === 'mcp-stdio' ? (
          <p className={styles.dim}>A program of the machine that Gatehouse runs on. The operator changes it, on the command line.</p>
        ) : (
          <AddressForm key={updatedAt} connection={connection} />
        )}
      </SettingsSection>
      {kind !== 'mcp-stdio' && access.type !== 'none' && (
        <SettingsSection
          title={access.type === 'oauth' ? 'Sign-in' : 'Credentials'}
          lead={
            access.type === 'oauth'
              ? 'How people sign in there is asked for anew. Where that is as another client, or whose account it is changes, everybody connects again.'
              : 'New ones of the same kind. The next call has them; nobody is shown those that are stored.'
          }
        >
          <CredentialsForm connection={connection} />
        </SettingsSection>
      )}
      <SettingsSection title="Disconnect">
        <div>
          <Confirm
            label="Disconnect"
            about={name}
            verb="Disconnect service"
            isPending={disconnect.isPending}
            onConfirm={() => disconnect.mutate()}
          >
            <p>
              Agents lose its {toolsCount === 1 ? 'tool' : `${toolsCount} tools`} with their next call, and its credentials are deleted.
              Marks and approvals go too.
            </p>
            <p>What it did stays in the log. This cannot be taken back; a pause can.</p>
          </Confirm>
        </div>
      </SettingsSection>
    </SettingsSections>
  );
}

function useEdit(connection: ConnectionDetails) {
  const { orgId } = useMembership();
  const refresh = useRefreshConnections();
  return async (change: Omit<InputOf<'edit_connection'>, 'connectionId'>) => {
    const edited = await call(orgId, 'edit_connection', { connectionId: connection.connectionId, ...change });
    await refresh();
    sayDone(edited.held.length > 0 ? `Saved. ${edited.held.length} of its tools are held.` : 'Saved.');
  };
}

function NameForm({ connection }: { connection: ConnectionDetails }) {
  const membership = useMembership();
  const edit = useEdit(connection);
  const { name, label, visibility, holdNew, largestResult, ownerId } = connection;
  const initial = { name, label: label ?? '', visibility, holdNew, largestResult: largestResult === null ? '' : String(largestResult) };
  const form = useForm(initial, async (values) =>
    edit({
      name: values.name,
      label: values.label.trim(),
      holdNew: values.holdNew,
      // As it was typed: what is no number is refused with the words of the gateway.
      largestResult: values.largestResult.trim() === '' ? 0 : Number(values.largestResult),
      ...(values.visibility !== visibility && { visibility: values.visibility }),
    }),
  );
  const isOwn = ownerId === membership.personId;
  return (
    <form onSubmit={form.onSubmit}>
      <TextInput label="Name" required maxLength={80} {...form.text('name')} />
      <TextInput label="Label" description="Which account or purpose" maxLength={80} {...form.text('label')} />
      <SegmentedControl
        aria-label="Who uses it"
        value={form.values.visibility}
        onChange={(next) => form.set('visibility', next)}
        data={[
          { value: 'private', label: 'Only who connected it', disabled: !isOwn },
          { value: 'organization', label: 'Everybody here', disabled: !actsForAll(membership) },
        ]}
      />
      <Checkbox
        label="Hold tools that it adds later"
        checked={form.values.holdNew}
        onChange={(event) => form.set('holdNew', event.currentTarget.checked)}
      />
      <TextInput
        label="Largest result"
        description="Bytes of a text that callers are given as a whole; the rest is in a file. Empty: all of it"
        inputMode="numeric"
        {...form.text('largestResult')}
      />
      <Fault text={form.fault} />
      <Button type="submit" variant="default" loading={form.isSending}>
        Save
      </Button>
    </form>
  );
}

function AddressForm({ connection }: { connection: ConnectionDetails }) {
  const edit = useEdit(connection);
  const { kind, address, documentUrl, baseUrl, access } = connection;
  const isApi = kind === 'openapi';
  const [credentials, setCredentials] = useState<AccessValues>(knownAccess(access));
  const before = { url: (isApi ? documentUrl : address) ?? '', baseUrl: baseUrl ?? '' };
  const form = useForm(before, async (values) => {
    const changes = {
      ...(values.url.trim() !== before.url && { url: values.url.trim() }),
      ...(values.baseUrl.trim() !== before.baseUrl && { baseUrl: values.baseUrl.trim() }),
    };
    await edit({ ...changes, ...(isGiven(credentials) && { access: accessArgument(credentials) }) });
  });
  const isChanged = form.values.url.trim() !== before.url || form.values.baseUrl.trim() !== before.baseUrl;
  return (
    <form onSubmit={form.onSubmit}>
      {(!isApi || documentUrl !== null) && (
        <TextInput label={isApi ? 'OpenAPI document' : 'MCP endpoint'} required maxLength={2000} {...form.text('url')} />
      )}
      {isApi && <TextInput label="Where the API answers" maxLength={2000} {...form.text('baseUrl')} />}
      {isChanged && access.type !== 'none' && (
        <>
          <p className={styles.dim}>
            {access.type === 'oauth'
              ? 'Everybody connects their account again at the new address.'
              : 'Where the credentials would go to another place, give them once more.'}
          </p>
          <AccessFields values={credentials} onChange={setCredentials} onlySecrets />
        </>
      )}
      <Fault text={form.fault} />
      <Button type="submit" variant="default" loading={form.isSending} disabled={!isChanged}>
        Change address
      </Button>
    </form>
  );
}

function CredentialsForm({ connection: { connectionId, access, credentialOrigins } }: { connection: ConnectionDetails }) {
  const { orgId } = useMembership();
  const refresh = useRefreshConnections();
  const isSignIn = access.type === 'oauth';
  const [credentials, setCredentials] = useState<AccessValues>(knownAccess(access));
  const form = useForm({}, async () => {
    await call(orgId, 'set_connection_credentials', { connectionId, access: accessArgument(credentials) });
    setCredentials(knownAccess(access));
    await refresh();
    sayDone(isSignIn ? 'How people sign in was found.' : 'The next call has the new credentials.');
  });
  return (
    <form onSubmit={form.onSubmit}>
      {credentialOrigins.length > 0 && <p className={styles.dim}>They go to {credentialOrigins.join(', ')}.</p>}
      <AccessFields values={credentials} onChange={setCredentials} onlySecrets />
      <Fault text={form.fault} />
      <Button type="submit" variant="default" loading={form.isSending} disabled={!isGiven(credentials)}>
        {isSignIn ? 'Ask for the sign-in anew' : 'Replace credentials'}
      </Button>
    </form>
  );
}

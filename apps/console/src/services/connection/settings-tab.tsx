import { actsForAll, maxConnectionName, maxServiceAddress } from '@gatehouse/domain';
import { Button, Checkbox, SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call, type InputOf } from '../../kernel/calls/call.ts';
import { Confirm } from '../../kernel/forms/confirm.tsx';
import { Fault } from '../../kernel/forms/fault.tsx';
import { SettingsSection, SettingsSections } from '../../kernel/forms/section.tsx';
import { useForm } from '../../kernel/forms/use-form.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayDone } from '../../kernel/notices/notices.ts';
import { count, exactBytes, readBytes } from '../../kernel/words/count-words.ts';
import { AccessFields } from '../connect/access-fields.tsx';
import { type AccessValues, accessArgument, isGiven, knownAccess } from '../connect/access-values.ts';
import { GroupsField } from '../groups-field.tsx';
import { type ConnectionDetails, useRefreshConnections } from '../use-connections.ts';
import styles from './connection.module.css';
import type { ConnectionVerbs } from './use-connection-verbs.ts';

export interface SettingsTabProps {
  connection: ConnectionDetails;
  verbs: ConnectionVerbs;
}

/** Settings of a connection. Marks, approvals and switched-off tools stay. */
export function SettingsTab({ connection, verbs: { disconnect } }: SettingsTabProps) {
  const { name, kind, access, toolsCount, ownerName, updatedAt } = connection;
  return (
    <SettingsSections>
      <SettingsSection title="Name and access" lead={ownerName === null ? undefined : `Connected by ${ownerName}.`}>
        <NameForm key={updatedAt} connection={connection} />
      </SettingsSection>
      <SettingsSection title="Address" lead="A new address is tested before it is saved.">
        {kind === 'mcp-stdio' ? (
          <p className={styles.dim}>A program on the machine that runs Gatehouse. Your administrator can change it on the command line.</p>
        ) : (
          <AddressForm key={updatedAt} connection={connection} />
        )}
      </SettingsSection>
      {kind !== 'mcp-stdio' && access.type !== 'none' && (
        <SettingsSection
          title={access.type === 'oauth' ? 'Sign-in' : 'Credentials'}
          lead={
            access.type === 'oauth'
              ? "Gatehouse reads the service's sign-in settings again. If the client or the type of account changes, everyone must reconnect."
              : 'Enter new credentials of the same type. Stored credentials are never shown.'
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
              Agents lose its {toolsCount === 1 ? 'tool' : `${toolsCount} tools`} immediately. Its credentials, modes and approvals are
              deleted.
            </p>
            <p>Its calls stay in the log. This can't be undone. To stop it for a while, pause it instead.</p>
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
    sayDone(edited.held.length > 0 ? `Saved. ${count(edited.held.length, 'tool')} on hold.` : 'Saved.');
  };
}

function NameForm({ connection }: { connection: ConnectionDetails }) {
  const membership = useMembership();
  const edit = useEdit(connection);
  const { name, label, visibility, sharedWith, holdNew, largestResult, ownerId, ownerName } = connection;
  const before = sharedWith?.map(({ groupId }) => groupId) ?? [];
  const initial = {
    name,
    label: label ?? '',
    usedBy: sharedWith ? ('groups' as const) : visibility,
    groupIds: before,
    holdNew,
    largestResult: largestResult === null ? '' : exactBytes(largestResult),
  };
  const form = useForm(initial, async (values) =>
    edit({
      name: values.name,
      label: values.label.trim(),
      holdNew: values.holdNew,
      // Sends invalid numbers as typed, so that the gateway's own message appears.
      largestResult: values.largestResult.trim() === '' ? 0 : readBytes(values.largestResult),
      ...usersOf(values, initial),
    }),
  );
  const isOwn = ownerId === membership.personId;
  return (
    <form onSubmit={form.onSubmit}>
      <TextInput label="Name" required maxLength={maxConnectionName} {...form.text('name')} />
      <TextInput label="Label" description="Account or purpose" maxLength={maxConnectionName} {...form.text('label')} />
      <SegmentedControl
        aria-label="Who can use it"
        value={form.values.usedBy}
        onChange={(next) => form.set('usedBy', next as UsedBy)}
        data={[
          { value: 'private', label: ownerName === null ? 'Only one person' : `Only ${ownerName}`, disabled: !isOwn },
          { value: 'groups', label: 'People in groups', disabled: !actsForAll(membership) },
          { value: 'organization', label: 'Everyone here', disabled: !actsForAll(membership) },
        ]}
      />
      {form.values.usedBy === 'groups' && <GroupsField value={form.values.groupIds} onChange={(next) => form.set('groupIds', next)} />}
      <Checkbox
        label="Put new tools on hold"
        checked={form.values.holdNew}
        onChange={(event) => form.set('holdNew', event.currentTarget.checked)}
      />
      <TextInput
        label="Maximum result size"
        description="Such as 256 KiB. Longer results are saved to a file. Leave empty for no limit."
        {...form.text('largestResult')}
      />
      <Fault text={form.fault} />
      <Button type="submit" variant="default" loading={form.isSending}>
        Save
      </Button>
    </form>
  );
}

type UsedBy = 'private' | 'groups' | 'organization';

interface Users {
  usedBy: UsedBy;
  groupIds: string[];
}

/** Returns the arguments that change who can use a connection. Empty if nothing changed. */
function usersOf({ usedBy, groupIds }: Users, before: Users): Pick<InputOf<'edit_connection'>, 'visibility' | 'groupIds'> {
  if (usedBy !== 'groups') return usedBy === before.usedBy ? {} : { visibility: usedBy };
  return before.usedBy === 'groups' && isSameSet(groupIds, before.groupIds) ? {} : { groupIds };
}

const isSameSet = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((id) => other.includes(id));

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
        <TextInput label={isApi ? 'OpenAPI document' : 'MCP endpoint'} required maxLength={maxServiceAddress} {...form.text('url')} />
      )}
      {isApi && <TextInput label="Base URL" maxLength={maxServiceAddress} {...form.text('baseUrl')} />}
      {isChanged && access.type !== 'none' && (
        <>
          <p className={styles.dim}>
            {access.type === 'oauth'
              ? 'Everyone must reconnect their account at the new address.'
              : 'If the new address is on another host, enter the credentials again.'}
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
    sayDone(isSignIn ? 'Sign-in updated.' : 'Credentials replaced.');
  });
  return (
    <form onSubmit={form.onSubmit}>
      {credentialOrigins.length > 0 && <p className={styles.dim}>Sent to {credentialOrigins.join(', ')}.</p>}
      <AccessFields values={credentials} onChange={setCredentials} onlySecrets />
      <Fault text={form.fault} />
      <Button type="submit" variant="default" loading={form.isSending} disabled={!isGiven(credentials)}>
        {isSignIn ? 'Refresh sign-in settings' : 'Replace credentials'}
      </Button>
    </form>
  );
}

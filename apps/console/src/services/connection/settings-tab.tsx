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
import { AccessFields } from '../connect/access-fields.tsx';
import { type AccessValues, accessArgument, isGiven, knownAccess } from '../connect/access-values.ts';
import { settingsTab as strings } from '../strings.ts';
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
      <SettingsSection title={strings.nameAndAccess} lead={ownerName === null ? undefined : strings.connectedBy(ownerName)}>
        <NameForm key={updatedAt} connection={connection} />
      </SettingsSection>
      <SettingsSection title={strings.address} lead={strings.newAddressIsTestedBefore}>
        {kind === 'mcp-stdio' ? (
          <p className={styles.dim}>{strings.programOnMachineThatRuns}</p>
        ) : (
          <AddressForm key={updatedAt} connection={connection} />
        )}
      </SettingsSection>
      {kind !== 'mcp-stdio' && access.type !== 'none' && (
        <SettingsSection
          title={access.type === 'oauth' ? strings.signIn : strings.credentials}
          lead={access.type === 'oauth' ? strings.gatehouseLooksUpSignIn : strings.enterNewCredentialsOfSame}
        >
          <CredentialsForm connection={connection} />
        </SettingsSection>
      )}
      <SettingsSection title={strings.disconnect}>
        <div>
          <Confirm
            label={strings.disconnect}
            about={name}
            verb={strings.disconnectService}
            isPending={disconnect.isPending}
            onConfirm={() => disconnect.mutate()}
          >
            <p>
              {strings.agentsLoseIts} {toolsCount === 1 ? strings.tool : strings.tools(toolsCount)} {strings.immediately}
            </p>
            <p>{strings.itsCallsStayInLog}</p>
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
    sayDone(edited.held.length > 0 ? strings.saved(edited.held.length) : strings.saved2);
  };
}

function NameForm({ connection }: { connection: ConnectionDetails }) {
  const membership = useMembership();
  const edit = useEdit(connection);
  const { name, label, visibility, holdNew, largestResult, ownerId, ownerName } = connection;
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
      <TextInput label={strings.name} required maxLength={maxConnectionName} {...form.text('name')} />
      <TextInput label={strings.label} description={strings.accountOrPurpose} maxLength={maxConnectionName} {...form.text('label')} />
      <SegmentedControl
        aria-label={strings.whoCanUseIt}
        value={form.values.visibility}
        onChange={(next) => form.set('visibility', next)}
        data={[
          { value: 'private', label: ownerName === null ? strings.onlyOnePerson : strings.onlyOwner(ownerName), disabled: !isOwn },
          { value: 'organization', label: strings.everyoneHere, disabled: !actsForAll(membership) },
        ]}
      />
      <Checkbox
        label={strings.putToolsItAddsLater}
        checked={form.values.holdNew}
        onChange={(event) => form.set('holdNew', event.currentTarget.checked)}
      />
      <TextInput label={strings.largestResult} description={strings.inBytes} inputMode="numeric" {...form.text('largestResult')} />
      <Fault text={form.fault} />
      <Button type="submit" variant="default" loading={form.isSending}>
        {strings.save}
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
        <TextInput
          label={isApi ? strings.openapiDocument : strings.mcpEndpoint}
          required
          maxLength={maxServiceAddress}
          {...form.text('url')}
        />
      )}
      {isApi && <TextInput label={strings.baseUrl} maxLength={maxServiceAddress} {...form.text('baseUrl')} />}
      {isChanged && access.type !== 'none' && (
        <>
          <p className={styles.dim}>{access.type === 'oauth' ? strings.everyoneMustReconnectTheirAccount : strings.ifNewAddressIsOn}</p>
          <AccessFields values={credentials} onChange={setCredentials} onlySecrets />
        </>
      )}
      <Fault text={form.fault} />
      <Button type="submit" variant="default" loading={form.isSending} disabled={!isChanged}>
        {strings.changeAddress}
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
    sayDone(isSignIn ? strings.signInUpdated : strings.credentialsReplaced);
  });
  return (
    <form onSubmit={form.onSubmit}>
      {credentialOrigins.length > 0 && <p className={styles.dim}>{strings.sentTo(credentialOrigins.join(', '))}</p>}
      <AccessFields values={credentials} onChange={setCredentials} onlySecrets />
      <Fault text={form.fault} />
      <Button type="submit" variant="default" loading={form.isSending} disabled={!isGiven(credentials)}>
        {isSignIn ? strings.lookUpSignInAgain : strings.replaceCredentials}
      </Button>
    </form>
  );
}

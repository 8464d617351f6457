import { actsForAll, maxConnectionName, maxServiceSlug } from '@gatehouse/domain';
import { Button, Checkbox, SegmentedControl, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { type Progress, watchedCall } from '../../kernel/calls/watched-call.ts';
import { Fault } from '../../kernel/forms/fault.tsx';
import { useForm } from '../../kernel/forms/use-form.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayDone } from '../../kernel/notices/notices.ts';
import { count } from '../../kernel/words/count-words.ts';
import { GroupsField } from '../groups-field.tsx';
import { useRefreshConnections } from '../use-connections.ts';
import { Waiting } from '../waiting.tsx';
import styles from './connect.module.css';
import type { KnownService } from './known-services.ts';
import { type PlaceValues, placeArguments, suggestService } from './place-values.ts';

export interface ConnectFormProps {
  place: PlaceValues;
  known: KnownService | undefined;
  /** Name that the service gives itself. */
  title: string | undefined;
  /** Origins besides the service's own that may receive its credentials. */
  confirmed: ReadonlySet<string>;
  /** `isSignIn`: an account is connected there next. */
  onConnected: (connectionId: string, isSignIn: boolean) => void;
}

/** Name of a service here, and its users. Connecting asks the service once more and stores the answer. */
export function ConnectForm({ place, known, title, confirmed, onConnected }: ConnectFormProps) {
  const membership = useMembership();
  const { orgId } = membership;
  const refresh = useRefreshConnections();
  const abort = useRef<AbortController>(undefined);
  const isForAll = actsForAll(membership);
  const [progress, setProgress] = useState<Progress>();
  const initial = {
    service: known?.service ?? suggestService(place, title),
    name: known?.title ?? title ?? '',
    label: '',
    usedBy: (isForAll ? 'organization' : 'private') as 'private' | 'groups' | 'organization',
    groupIds: [] as string[],
    holdNew: false,
  };
  const form = useForm(initial, async ({ service, name, label, usedBy, groupIds, holdNew }) => {
    abort.current = new AbortController();
    const users = usedBy === 'groups' ? { groupIds } : { visibility: usedBy };
    const details = { service, name, ...users, holdNew, ...(label.trim() !== '' && { label: label.trim() }) };
    const origins = confirmed.size > 0 && { confirmOrigins: [...confirmed] };
    const made = await watchedCall(
      orgId,
      'add_connection',
      { ...placeArguments(place), ...origins, ...details },
      { signal: abort.current.signal, onProgress: setProgress },
    );
    await refresh();
    const isSignIn = made.connectAt !== undefined;
    sayDone(isSignIn ? `${name} added. Next, connect an account.` : `${name} connected: ${count(made.toolsCount, 'tool')}.`);
    onConnected(made.connectionId, isSignIn);
  });
  return (
    <form className={styles.form} onSubmit={form.onSubmit}>
      <TextInput label="Name" description="Shown to people" required maxLength={maxConnectionName} {...form.text('name')} />
      <TextInput
        label="Short name"
        description={`Prefix of its tools: ${form.values.service || 'short-name'}__tool`}
        required
        maxLength={maxServiceSlug}
        {...form.text('service')}
      />
      <TextInput
        label="Label"
        description="Account or purpose, if you connect it more than once"
        maxLength={maxConnectionName}
        {...form.text('label')}
      />
      <fieldset className={styles.field}>
        <legend>Who can use it</legend>
        <SegmentedControl
          aria-label="Who can use it"
          value={form.values.usedBy}
          onChange={(usedBy) => form.set('usedBy', usedBy)}
          data={[
            { value: 'private', label: 'Only my agents' },
            { value: 'groups', label: 'People in groups', disabled: !isForAll },
            { value: 'organization', label: 'Everyone here', disabled: !isForAll },
          ]}
        />
        {form.values.usedBy === 'groups' && <GroupsField value={form.values.groupIds} onChange={(next) => form.set('groupIds', next)} />}
        {!isForAll && <p className={styles.lead}>Owners and admins can connect services for others.</p>}
      </fieldset>
      <Checkbox
        label="Put new tools on hold until someone approves them"
        checked={form.values.holdNew}
        onChange={(event) => form.set('holdNew', event.currentTarget.checked)}
      />
      <Fault text={form.fault} />
      {form.isSending ? (
        <Waiting what="Connecting…" progress={progress} onCancel={() => abort.current?.abort()} />
      ) : (
        <div>
          <Button type="submit">Connect</Button>
        </div>
      )}
    </form>
  );
}

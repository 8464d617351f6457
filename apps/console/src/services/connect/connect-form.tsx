import { actsForAll, maxConnectionName, maxServiceSlug } from '@gatehouse/domain';
import { Button, Checkbox, SegmentedControl, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { type Progress, watchedCall } from '../../kernel/calls/watched-call.ts';
import { Fault } from '../../kernel/forms/fault.tsx';
import { useForm } from '../../kernel/forms/use-form.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayDone } from '../../kernel/notices/notices.ts';
import { connectForm as strings } from '../strings.ts';
import { useRefreshConnections } from '../use-connections.ts';
import { Waiting } from '../waiting.tsx';
import styles from './connect.module.css';
import type { KnownService } from './known-services.ts';
import { type PlaceValues, placeArguments, suggestService } from './place-values.ts';

export interface ConnectFormProps {
  place: PlaceValues;
  known: KnownService | undefined;
  /** Places beside the service's own that may have its credentials. */
  confirmed: ReadonlySet<string>;
  /** `isSignIn`: an account is connected there next. */
  onConnected: (connectionId: string, isSignIn: boolean) => void;
}

/** The name of a service here, and who may use it; connecting it asks it once more and stores what it says. */
export function ConnectForm({ place, known, confirmed, onConnected }: ConnectFormProps) {
  const membership = useMembership();
  const { orgId } = membership;
  const refresh = useRefreshConnections();
  const abort = useRef<AbortController>(undefined);
  const isForAll = actsForAll(membership);
  const [progress, setProgress] = useState<Progress>();
  const initial = {
    service: known?.service ?? suggestService(place),
    name: known?.title ?? '',
    label: '',
    visibility: (isForAll ? 'organization' : 'private') as 'organization' | 'private',
    holdNew: false,
  };
  const form = useForm(initial, async ({ service, name, label, visibility, holdNew }) => {
    abort.current = new AbortController();
    const details = { service, name, visibility, holdNew, ...(label.trim() !== '' && { label: label.trim() }) };
    const origins = confirmed.size > 0 && { confirmOrigins: [...confirmed] };
    const made = await watchedCall(
      orgId,
      'add_connection',
      { ...placeArguments(place), ...origins, ...details },
      { signal: abort.current.signal, onProgress: setProgress },
    );
    await refresh();
    const isSignIn = made.connectAt !== undefined;
    sayDone(isSignIn ? strings.added(name) : strings.connected(name, made.toolsCount));
    onConnected(made.connectionId, isSignIn);
  });
  return (
    <form className={styles.form} onSubmit={form.onSubmit}>
      <TextInput label={strings.name} description={strings.shownToPeople} required maxLength={maxConnectionName} {...form.text('name')} />
      <TextInput
        label={strings.shortName}
        description={strings.prefixOfItsTools(form.values.service || strings.shortName2)}
        required
        maxLength={maxServiceSlug}
        {...form.text('service')}
      />
      <TextInput label={strings.label} description={strings.accountOrPurpose} maxLength={maxConnectionName} {...form.text('label')} />
      <fieldset className={styles.field}>
        <legend>{strings.whoCanUseIt}</legend>
        <SegmentedControl
          aria-label={strings.whoCanUseIt}
          value={form.values.visibility}
          onChange={(visibility) => form.set('visibility', visibility)}
          data={[
            { value: 'private', label: strings.onlyMyAgents },
            { value: 'organization', label: strings.everyoneHere, disabled: !isForAll },
          ]}
        />
        {!isForAll && <p className={styles.lead}>{strings.ownersAndAdminsCanConnect}</p>}
      </fieldset>
      <Checkbox
        label={strings.putToolsItAddsLater}
        checked={form.values.holdNew}
        onChange={(event) => form.set('holdNew', event.currentTarget.checked)}
      />
      <Fault text={form.fault} />
      {form.isSending ? (
        <Waiting what={strings.connecting} progress={progress} onCancel={() => abort.current?.abort()} />
      ) : (
        <div>
          <Button type="submit">{strings.connect}</Button>
        </div>
      )}
    </form>
  );
}

import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, type OutputOf } from '../../kernel/calls/call.ts';
import { toolQuery } from '../../kernel/calls/queries.ts';
import { Confirm } from '../../kernel/forms/confirm.tsx';
import { SettingsSection } from '../../kernel/forms/section.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayDone, sayFailed } from '../../kernel/notices/notices.ts';
import { Time } from '../../kernel/signs/time.tsx';
import { Failed, messageOf } from '../../kernel/states/failed.tsx';
import { webhooks as strings } from '../strings.ts';
import { CreateWebhook } from './create-webhook.tsx';
import styles from './settings.module.css';

type Webhook = OutputOf<'list_webhooks'>['webhooks'][number];

/** Addresses that are told what happens, and how that goes. */
export function Webhooks() {
  const { orgId } = useMembership();
  const queries = useQueryClient();
  const query = toolQuery(orgId, 'list_webhooks', {});
  const { data, error, refetch } = useQuery(query);
  const refresh = () => queries.invalidateQueries({ queryKey: query.queryKey });
  return (
    <SettingsSection title={strings.webhooks} lead={strings.tellAnAddress}>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {data?.webhooks.map((webhook) => (
        <OneWebhook key={webhook.id} webhook={webhook} onChanged={refresh} />
      ))}
      {data && <CreateWebhook onCreated={refresh} />}
    </SettingsSection>
  );
}

function OneWebhook({ webhook, onChanged }: { webhook: Webhook; onChanged: () => Promise<unknown> }) {
  const { orgId } = useMembership();
  const { id: webhookId, name } = webhook;
  const onError = (error: Error) => sayFailed(messageOf(error), error);
  const test = useMutation({
    mutationFn: () => call(orgId, 'test_webhook', { webhookId }),
    onSuccess: ({ delivered, error }) =>
      delivered ? sayDone(strings.testDelivered(name)) : sayFailed(strings.testFailed(strings.errorWords(error))),
    onError,
  });
  const change = useMutation({
    mutationFn: (tool: 'pause_webhook' | 'resume_webhook') => call(orgId, tool, { webhookId }),
    onError,
    onSettled: onChanged,
  });
  const remove = useMutation({
    mutationFn: () => call(orgId, 'remove_webhook', { webhookId }),
    onSuccess: () => sayDone(strings.removed(name)),
    onError,
    onSettled: onChanged,
  });
  return (
    <article aria-label={name} className={styles.webhook}>
      <div>
        <strong>{name}</strong> <span className={styles.note}>{webhook.url}</span>
      </div>
      <p className={styles.note} role={webhook.status === 'stopped' ? 'alert' : undefined}>
        {strings.stateOf(webhook)} {webhook.deliveredAt !== null && <LastDelivered at={webhook.deliveredAt} />}
      </p>
      {webhook.skippedAt !== null && (
        <p className={styles.note}>
          {strings.skipped(webhook.skippedEvents)} <Time at={webhook.skippedAt} />.
        </p>
      )}
      <p className={styles.note}>{webhook.events.map((event) => strings.eventNames[event]).join(', ')}</p>
      <div className={styles.actions}>
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate()} aria-label={strings.sendTestEventTo(name)}>
          {strings.sendTestEvent}
        </Button>
        {webhook.status === 'active' ? (
          <Button variant="subtle" onClick={() => change.mutate('pause_webhook')} aria-label={strings.pauseNamed(name)}>
            {strings.pause}
          </Button>
        ) : (
          <Button variant="subtle" onClick={() => change.mutate('resume_webhook')} aria-label={strings.resumeNamed(name)}>
            {strings.resume}
          </Button>
        )}
        <Confirm
          label={strings.remove}
          about={name}
          verb={strings.removeWebhook}
          isPending={remove.isPending}
          onConfirm={() => remove.mutate()}
        >
          <p>{strings.nothingMoreIsSent}</p>
        </Confirm>
      </div>
    </article>
  );
}

function LastDelivered({ at }: { at: number }) {
  return (
    <>
      {strings.lastDelivered} <Time at={at} />.
    </>
  );
}

import type { WebhookStatus, WebhookStop } from '@gatehouse/domain';
import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, type OutputOf } from '../../kernel/calls/call.ts';
import { toolQuery } from '../../kernel/calls/queries.ts';
import { Confirm } from '../../kernel/forms/confirm.tsx';
import { SettingsSection } from '../../kernel/forms/section.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayDone, sayFailed } from '../../kernel/notices/notices.ts';
import { Time } from '../../kernel/signs/time.tsx';
import { Failed } from '../../kernel/states/failed.tsx';
import { sayError } from '../../kernel/states/say-error.ts';
import { count } from '../../kernel/words/count-words.ts';
import { CreateWebhook, eventNames } from './create-webhook.tsx';
import styles from './settings.module.css';

const stoppedWebhooks = {
  failing: 'Stopped: the receiver failed for 5 days. Repair it, then resume.',
  gone: 'Stopped: the receiver answered 410, which says that it no longer exists.',
  no_creator: 'Stopped: its creator left the organization. Create another webhook.',
};

interface WebhookState {
  status: WebhookStatus;
  stopReason: WebhookStop | null;
  failures: number;
  lastError: string | null;
}

const webhookErrors: Record<string, string> = {
  timeout: "it didn't answer within 15 seconds",
  unreachable: "it can't be reached. It needs an https address that isn't in a private network, unless your administrator allows it",
  no_answer: 'it closed the connection without an answer',
};

function webhookError(error: string | null): string {
  return webhookErrors[error ?? ''] ?? `it answered ${(error ?? '').replace('status_', '')}`;
}

const stateOf = ({ status, stopReason, failures, lastError }: WebhookState) => {
  if (status === 'stopped') return stoppedWebhooks[stopReason ?? 'failing'];
  if (status === 'paused') return 'Paused. Events wait until you resume it.';
  return failures === 0 ? 'Active.' : `Failing: ${webhookError(lastError)}. Retrying.`;
};

type Webhook = OutputOf<'list_webhooks'>['webhooks'][number];

/** Webhooks and their deliveries. */
export function Webhooks() {
  const { orgId } = useMembership();
  const queries = useQueryClient();
  const query = toolQuery(orgId, 'list_webhooks', {});
  const { data, error, refetch } = useQuery(query);
  const refresh = () => queries.invalidateQueries({ queryKey: query.queryKey });
  return (
    <SettingsSection title="Webhooks" lead="Send signed events to a URL. They contain no content.">
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
  const onError = (error: Error) => sayError(error);
  const test = useMutation({
    mutationFn: () => call(orgId, 'test_webhook', { webhookId }),
    onSuccess: ({ delivered, error }) =>
      delivered ? sayDone(`Test event delivered to ${name}.`) : sayFailed(`Test event not delivered to ${name}: ${webhookError(error)}.`),
    onError,
  });
  const change = useMutation({
    mutationFn: (tool: 'pause_webhook' | 'resume_webhook') => call(orgId, tool, { webhookId }),
    onError,
    onSettled: onChanged,
  });
  const remove = useMutation({
    mutationFn: () => call(orgId, 'remove_webhook', { webhookId }),
    onSuccess: () => sayDone(`${name} removed.`),
    onError,
    onSettled: onChanged,
  });
  return (
    <article aria-label={name} className={styles.webhook}>
      <div>
        <strong>{name}</strong> <span className={styles.note}>{webhook.url}</span>
      </div>
      <p className={styles.note} role={webhook.status === 'stopped' ? 'alert' : undefined}>
        {stateOf(webhook)} {webhook.deliveredAt !== null && <LastDelivered at={webhook.deliveredAt} />}
      </p>
      {webhook.skippedAt !== null && (
        <p className={styles.note}>
          {count(webhook.skippedEvents, 'event')} skipped: the receiver refused them for a day. The last: <Time at={webhook.skippedAt} />.
        </p>
      )}
      <p className={styles.note}>{webhook.events.map((event) => eventNames[event]).join(', ')}</p>
      <div className={styles.actions}>
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate()} aria-label={`Send test event to ${name}`}>
          Send test event
        </Button>
        {webhook.status === 'active' ? (
          <Button variant="subtle" onClick={() => change.mutate('pause_webhook')} aria-label={`Pause ${name}`}>
            Pause
          </Button>
        ) : (
          <Button variant="subtle" onClick={() => change.mutate('resume_webhook')} aria-label={`Resume ${name}`}>
            Resume
          </Button>
        )}
        <Confirm label="Remove" about={name} verb="Remove webhook" isPending={remove.isPending} onConfirm={() => remove.mutate()}>
          <p>Nothing more is sent to its address, and its secret is deleted.</p>
        </Confirm>
      </div>
    </article>
  );
}

function LastDelivered({ at }: { at: number }) {
  return (
    <>
      Last delivered <Time at={at} />.
    </>
  );
}

import { dayMs, hourMs } from '@gatehouse/domain';
import type { OutputOf } from '../../kernel/calls/call.ts';
import { count } from '../../kernel/words/count-words.ts';

export type Webhook = OutputOf<'list_webhooks'>['webhooks'][number];

interface WebhookFault {
  words: string;
  /** Milliseconds since the epoch. */
  at?: number;
}

/** Minimum time of failures to report. A receiver may just be restarting. */
const failsForLongMs = hourMs;
const skippedIsNewsForMs = 7 * dayMs;

/** Reason why a webhook does not deliver all its events. Undefined if it does. */
export function webhookFault(webhook: Webhook, now: number): WebhookFault | undefined {
  const { status, failingSince, skippedEvents, skippedAt } = webhook;
  if (status === 'paused') return { words: 'is paused; events are queued' };
  if (status === 'stopped') return { words: 'has stopped; events are queued' };
  if (failingSince !== null && now - failingSince >= failsForLongMs) return { words: 'keeps failing', at: failingSince };
  if (skippedAt !== null && now - skippedAt < skippedIsNewsForMs)
    return { words: `skipped ${count(skippedEvents, 'event')} that its receiver refused`, at: skippedAt };
  return undefined;
}

import { webhookEvents, webhookStatuses, webhookStops } from '@gatehouse/domain';
import type { Webhook } from '@gatehouse/storage';
import { z } from 'zod';
import { identifier, time } from '../../kernel/schema/schema.ts';

export const webhookOnly = z.strictObject({ webhookId: identifier('from list_webhooks') });

export const webhookShape = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  status: z.enum(webhookStatuses),
  stopReason: z
    .enum(webhookStops)
    .nullable()
    .describe('failing: failed for 5 days; gone: the URL answered 410; no_creator: its creator left the organization'),
  createdBy: z.string().describe('creator; the webhook receives events that this person can see'),
  failures: z.int().describe('number of consecutive failed attempts'),
  failingSince: time.nullable(),
  nextAttemptAt: time.nullable(),
  lastError: z.string().nullable().describe('status_NNN, timeout, unreachable or no_answer'),
  deliveredAt: time.nullable(),
  skippedEvents: z.int().describe('events that the receiver refused for a day while it accepted a later one'),
  skippedAt: time.nullable(),
  createdAt: time,
});

export const webhookAnswer = z.object({ webhook: webhookShape });

export function webhookFields(webhook: Webhook): z.input<typeof webhookShape> {
  const { id, name, url, events, status, stopReason, personId, failures, failingSince, nextAttemptAt, lastError, deliveredAt, createdAt } =
    webhook;
  const { skippedEvents, skippedAt } = webhook;
  const state = { status, stopReason, failures, failingSince, nextAttemptAt, lastError, deliveredAt, skippedEvents, skippedAt };
  return { id, name, url, events, createdBy: personId, ...state, createdAt };
}

export const webhookExample: z.input<typeof webhookShape> = {
  id: 'webhook_01jd2x7q8me3k5w9t4v6b8n0r2',
  name: 'Chat',
  url: 'https://hooks.example.com/gatehouse',
  events: ['item.changed', 'call.refused'],
  status: 'active',
  stopReason: null,
  createdBy: 'person_01jd2x7q8me3k5w9t4v6b8n0r2',
  failures: 0,
  failingSince: null,
  nextAttemptAt: null,
  lastError: null,
  deliveredAt: 1_763_600_000_000,
  skippedEvents: 0,
  skippedAt: null,
  createdAt: 1_763_000_000_000,
};

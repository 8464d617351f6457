import { dayMs, hourMs } from '@gatehouse/domain';
import { expect, it } from 'vitest';
import { type Webhook, webhookFault } from './webhook-fault.ts';

const now = 1_763_000_000_000;
const of = (change: Partial<Webhook>): Webhook => ({
  id: 'webhook_1',
  name: 'Chat',
  url: 'https://hooks.test',
  events: ['item.changed'],
  status: 'active',
  stopReason: null,
  createdBy: 'person_1',
  failures: 0,
  failingSince: null,
  nextAttemptAt: null,
  lastError: null,
  deliveredAt: null,
  skippedEvents: 0,
  skippedAt: null,
  createdAt: now,
  ...change,
});
const fault = (change: Partial<Webhook>) => webhookFault(of(change), now);

it('reports only webhooks whose events wait or were skipped (D81.6)', () => {
  expect(fault({})).toBeUndefined();
  expect(fault({ status: 'paused' })).toEqual({ words: 'is paused; events are queued' });
  expect(fault({ status: 'stopped', stopReason: 'gone' })).toEqual({ words: 'has stopped; events are queued' });
  expect(fault({ failures: 3, failingSince: now - hourMs + 1 })).toBeUndefined();
  expect(fault({ failures: 9, failingSince: now - hourMs })).toEqual({ words: 'keeps failing', at: now - hourMs });
  const [old, fresh] = [now - 7 * dayMs, now - dayMs];
  expect(fault({ skippedEvents: 1, skippedAt: old })).toBeUndefined();
  expect(fault({ skippedEvents: 1, skippedAt: fresh })).toEqual({ words: 'skipped 1 event that its receiver refused', at: fresh });
});

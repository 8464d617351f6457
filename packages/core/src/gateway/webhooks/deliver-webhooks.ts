import type { Op, Store, Webhook } from '@gatehouse/storage';
import type { ServicePort } from '../../kernel/ports/service-port.ts';
import type { WebhookError, WebhookPort } from '../../kernel/ports/webhook-port.ts';
import type { Registry } from '../registry/registry.ts';
import { refusesForGood, stopsAfterMs, waitAfter } from './backoff.ts';
import { createLease } from './lease.ts';
import { type NextEvent, type NextEvents, nextEvents } from './next-events.ts';
import { createEventSender, isAt } from './send-event.ts';

export interface DeliveryOptions {
  store: Store;
  registry: Registry;
  services: Pick<ServicePort, 'open'>;
  webhooks: WebhookPort;
  clock: () => number;
  /** Identifies this process among those that share a database. */
  holder: string;
  report: (error: unknown) => void;
  /** Ends it. A delivery under way is aborted, and repeated later. */
  signal: AbortSignal;
}

export interface WebhookDelivery {
  /** Looks once for webhooks with events to deliver, and starts delivering. Rejects if the store fails. */
  look(): Promise<void>;
  /** Resolves when nothing is being sent. */
  idle(): Promise<void>;
}

/** A webhook with the number of events that it received. */
interface Told {
  webhook: Webhook;
  events: number;
}

const unfailed = { failures: 0, failingSince: null, lastError: null };

/** Receivers that hang must neither delay others for long nor take all connections. */
const maxAtOnce = 16;

/**
 * Delivers the log's events to webhooks, one after another for each webhook. Positions are in the store, so a process that dies loses
 * nothing. Its successor repeats at most the events that were not recorded. // D81
 */
export function createWebhookDelivery(options: DeliveryOptions): WebhookDelivery {
  const { store, registry, clock, report, signal } = options;
  const lease = createLease({ ...options, name: 'webhooks' });
  const send = createEventSender({ ...options, lease });
  const settled = store.activitySums.settled();
  const running = new Map<string, Promise<void>>();

  async function look(): Promise<void> {
    const due = await store.read(() => store.webhooks.due(clock()));
    if (signal.aborted || due.length === 0 || !(await lease.hold())) return;
    const through = await store.read(settled);
    for (const webhook of due) {
      if (running.has(webhook.id) || running.size >= maxAtOnce) continue;
      const telling = tell(webhook, through)
        .catch(report)
        .finally(() => running.delete(webhook.id));
      running.set(webhook.id, telling);
    }
  }

  async function tell(given: Webhook, through: number): Promise<void> {
    let webhook = given;
    for (let next: NextEvents | undefined = { events: [], end: given, isCut: true }; next.isCut; ) {
      next = await store.read(() => nextEvents(webhook, { store, registry, through, now: clock() }));
      if (!next) return await change(() => store.webhooks.setStatus(webhook, 'stopped', 'no_creator'));
      for (let at = 0; at < next.events.length; ) {
        const [one, following] = next.events.slice(at) as [NextEvent, ...NextEvent[]];
        const told = await tellOne(webhook, one, following);
        if (!told) return;
        webhook = told.webhook;
        at += told.events;
      }
      if (isAt(webhook, next.end)) continue;
      if (!(await change(() => store.webhooks.moveOn(webhook, next?.end ?? webhook)))) return;
      webhook = { ...webhook, ...next.end };
    }
  }

  /** The webhook afterwards, and how many events it has moved on. Undefined if it must wait. */
  async function tellOne(webhook: Webhook, one: NextEvent, following: NextEvent | undefined): Promise<Told | undefined> {
    const outcome = await send(webhook, one.event);
    if (!outcome) return undefined;
    if (outcome.delivered) {
      const hasMoved = await change(() => store.webhooks.moveOn(webhook, one.after, clock()));
      return hasMoved ? { webhook: { ...webhook, ...one.after, ...unfailed }, events: 1 } : undefined;
    }
    // Stopped by ourselves: not a failure of the receiver.
    if (signal.aborted) return undefined;
    if (following && refusesForGood(webhook, outcome.error, clock())) {
      const skipped = await skip(webhook, following);
      if (skipped) return skipped;
    }
    await change(() => fail(webhook, outcome.error));
    return undefined;
  }

  /** Goes on with the next event if the receiver takes it. If not, the fault is not in the event, and it keeps its place. */
  async function skip(webhook: Webhook, following: NextEvent): Promise<Told | undefined> {
    const outcome = await send(webhook, following.event);
    const now = clock();
    if (!outcome?.delivered || !(await change(() => store.webhooks.skip(webhook, following.after, now)))) return undefined;
    const skipped = { skippedEvents: webhook.skippedEvents + 1, skippedAt: now };
    return { webhook: { ...webhook, ...following.after, ...unfailed, ...skipped }, events: 2 };
  }

  function* fail(webhook: Webhook, error: WebhookError): Op<void> {
    const now = clock();
    const failures = webhook.failures + 1;
    const failingSince = webhook.failingSince ?? now;
    yield* store.webhooks.fail(webhook, { failures, failingSince, nextAttemptAt: now + waitAfter(failures), lastError: error });
    if (error === 'status_410') yield* store.webhooks.setStatus(webhook, 'stopped', 'gone');
    else if (now - failingSince >= stopsAfterMs) yield* store.webhooks.setStatus(webhook, 'stopped', 'failing');
  }

  const change = <T>(program: () => Op<T>): Promise<T> => store.perform(program, { changes: true });

  return {
    look,
    async idle() {
      while (running.size > 0) await Promise.all(running.values());
      if (signal.aborted) await lease.release();
    },
  };
}

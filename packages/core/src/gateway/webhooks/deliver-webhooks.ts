import type { Op, Store, Webhook, WebhookPosition } from '@gatehouse/storage';
import type { ServicePort } from '../../kernel/ports/service-port.ts';
import type { WebhookError, WebhookPort } from '../../kernel/ports/webhook-port.ts';
import type { Registry } from '../registry/registry.ts';
import { stopsAfterMs, waitAfter } from './backoff.ts';
import { createLease } from './lease.ts';
import { type NextEvent, type NextEvents, nextEvents } from './next-events.ts';
import { signedHeaders } from './signature.ts';
import { signingSecret } from './signing-secret.ts';

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

/** Receivers that hang must neither delay others for long nor take all connections. */
const maxAtOnce = 16;

/**
 * Delivers the log's events to webhooks, to each one in order: the next when the one before was accepted. Its position is in
 * the store, so a process that dies loses nothing, and another one repeats at most what was not recorded (D81).
 */
export function createWebhookDelivery(options: DeliveryOptions): WebhookDelivery {
  const { store, registry, clock, report, signal } = options;
  const lease = createLease({ ...options, name: 'webhooks' });
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
      for (const one of next.events) {
        const told = await tellOne(webhook, one);
        if (!told) return;
        webhook = told;
      }
      if (isAt(webhook, next.end)) continue;
      if (!(await change(() => store.webhooks.moveOn(webhook, next?.end ?? webhook)))) return;
      webhook = { ...webhook, ...next.end };
    }
  }

  /** The webhook afterwards; undefined if it must wait. */
  async function tellOne(webhook: Webhook, { event, after }: NextEvent): Promise<Webhook | undefined> {
    if (!(await lease.hold())) return undefined;
    const current = await store.read(() => currentOf(webhook));
    if (signal.aborted || !current) return undefined;
    const outcome = await options.webhooks.post({
      url: current.url,
      headers: signedHeaders(current.secret, { id: event.id, at: clock(), body: event.body }),
      body: event.body,
      signal,
    });
    if (!outcome.delivered) {
      // Stopped by ourselves: not a failure of the receiver.
      if (!signal.aborted) await change(() => fail(webhook, outcome.error));
      return undefined;
    }
    const hasMoved = await change(() => store.webhooks.moveOn(webhook, after, clock()));
    return hasMoved ? { ...webhook, ...after, failures: 0, failingSince: null } : undefined;
  }

  /** It may have been paused or removed since it was read, and its secret may have been sealed again. */
  function* currentOf(webhook: Webhook): Op<{ url: string; secret: string } | undefined> {
    const current = yield* store.webhooks.find(webhook.orgId, webhook.id);
    if (current?.status !== 'active' || !isAt(current, webhook)) return undefined;
    return { url: current.url, secret: yield* signingSecret(store, options.services, webhook.orgId, webhook.id) };
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

function isAt(webhook: WebhookPosition, position: WebhookPosition): boolean {
  return (
    webhook.activityId === position.activityId && webhook.toldOfNext === position.toldOfNext && webhook.heldThrough === position.heldThrough
  );
}

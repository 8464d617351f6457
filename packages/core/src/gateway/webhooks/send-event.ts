import type { Op, Store, Webhook, WebhookPosition } from '@gatehouse/storage';
import type { ServicePort } from '../../kernel/ports/service-port.ts';
import type { WebhookOutcome, WebhookPort } from '../../kernel/ports/webhook-port.ts';
import type { Lease } from './lease.ts';
import { signedHeaders } from './signature.ts';
import { signingSecret } from './signing-secret.ts';
import type { ToldEvent } from './told-event.ts';

interface SendOptions {
  store: Store;
  services: Pick<ServicePort, 'open'>;
  webhooks: WebhookPort;
  lease: Lease;
  clock: () => number;
  signal: AbortSignal;
}

/** Sends events to a webhook while its creator may know them. */
export function createEventSender({ store, services, webhooks, clock, signal, lease }: SendOptions) {
  /** Reads a webhook again: it may have been paused or removed since, and its secret encrypted again. */
  function* currentOf(webhook: Webhook): Op<{ url: string; secret: string } | undefined> {
    const current = yield* store.webhooks.find(webhook.orgId, webhook.id);
    if (current?.status !== 'active' || !isAt(current, webhook)) return undefined;
    return { url: current.url, secret: yield* signingSecret(store, services, webhook.orgId, webhook.id) };
  }

  /** Undefined if it may not be sent now. */
  return async function send(webhook: Webhook, { id, body }: ToldEvent): Promise<WebhookOutcome | undefined> {
    if (!(await lease.hold())) return undefined;
    const current = await store.read(() => currentOf(webhook));
    if (signal.aborted || !current) return undefined;
    return await webhooks.post({ url: current.url, headers: signedHeaders(current.secret, { id, at: clock(), body }), body, signal });
  };
}

export function isAt(webhook: WebhookPosition, position: WebhookPosition): boolean {
  return (
    webhook.activityId === position.activityId && webhook.toldOfNext === position.toldOfNext && webhook.heldThrough === position.heldThrough
  );
}

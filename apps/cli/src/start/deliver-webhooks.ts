import { createWebhookDelivery, newId } from '@gatehouse/core';
import type { Gatehouse } from '../composition/composition.ts';

/** Delivers new events to webhooks (D81). Keep the object. */
export function createWebhookTelling(
  { store, gateway, services, webhooks, logger }: Gatehouse,
  signal: AbortSignal,
): { look: () => Promise<void>; end: () => Promise<void> } {
  const { registry, clock } = gateway;
  const report = (error: unknown) => logger.fault('events could not be sent to a webhook; will retry', error);
  const delivery = createWebhookDelivery({ store, registry, services, webhooks, clock, holder: newId('req', clock()), report, signal });
  return { look: () => delivery.look().catch(report), end: () => delivery.idle().catch(report) };
}

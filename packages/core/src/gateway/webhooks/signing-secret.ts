import { type Op, type Store, signingField } from '@gatehouse/storage';
import type { ServicePort } from '../../kernel/ports/service-port.ts';

/** The secret that a webhook signs with. Throws if another installation secret sealed it. */
export function* signingSecret(store: Store, services: Pick<ServicePort, 'open'>, orgId: string, webhookId: string): Op<string> {
  const sealed = (yield* store.connections.secrets(orgId, webhookId)).find(({ field }) => field === signingField);
  if (!sealed) throw new Error(`webhook ${webhookId} has no secret`);
  return services.open(sealed);
}

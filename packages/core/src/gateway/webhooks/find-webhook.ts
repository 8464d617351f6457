import type { Op, Webhook } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { noSuchItem } from '../../kernel/context/no-such-item.ts';

/** A webhook of the caller's organization, which the call is then about. */
export function* findWebhook({ store, viewer, call: { notes } }: ToolContext, webhookId: string): Op<Webhook> {
  const webhook = yield* store.webhooks.find(viewer.orgId, webhookId);
  if (!webhook) throw noSuchItem();
  notes.itemType = 'webhook';
  notes.itemId = webhook.id;
  return webhook;
}

import { defineTool } from '../../kernel/context/tool.ts';
import { done, okOnly } from '../../kernel/schema/shapes.ts';
import { findWebhook } from './find-webhook.ts';
import { webhookExample, webhookOnly } from './webhook-fields.ts';

export const removeWebhook = defineTool({
  name: 'remove_webhook',
  title: 'Remove webhook',
  description: 'Remove a webhook and its secret. No more events are sent to its URL.',
  audience: 'person',
  access: 'write',
  role: 'admin',
  hints: { destructive: true, idempotent: false, openWorld: false },
  input: webhookOnly,
  output: okOnly,
  example: { input: { webhookId: webhookExample.id }, output: { ok: true } },
  *run(context, { webhookId }) {
    yield* context.store.webhooks.remove(yield* findWebhook(context, webhookId));
    return done;
  },
});

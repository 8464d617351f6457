import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { findWebhook } from './find-webhook.ts';
import { webhookExample, webhookFields, webhookOnly, webhookShape } from './webhook-fields.ts';

export const pauseWebhook = defineTool({
  name: 'pause_webhook',
  title: 'Pause webhook',
  description: 'Send nothing to a webhook until it is resumed. What happens meanwhile is sent then.',
  audience: 'person',
  access: 'write',
  role: 'admin',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: webhookOnly,
  output: z.object({ webhook: webhookShape }),
  example: { input: { webhookId: webhookExample.id }, output: { webhook: { ...webhookExample, status: 'paused' } } },
  *run(context, { webhookId }) {
    const webhook = yield* findWebhook(context, webhookId);
    yield* context.store.webhooks.setStatus(webhook, 'paused', null);
    return { webhook: webhookFields(yield* findWebhook(context, webhookId)) };
  },
});

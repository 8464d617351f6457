import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { findWebhook } from './find-webhook.ts';
import { webhookExample, webhookFields, webhookOnly, webhookShape } from './webhook-fields.ts';

export const resumeWebhook = defineTool({
  name: 'resume_webhook',
  title: 'Resume webhook',
  description: 'Continue a webhook that was paused or stopped, with what happened since, as far as the activity log reaches.',
  audience: 'person',
  access: 'write',
  role: 'admin',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: webhookOnly,
  output: z.object({ webhook: webhookShape }),
  example: { input: { webhookId: webhookExample.id }, output: { webhook: { ...webhookExample, status: 'active' } } },
  *run(context, { webhookId }) {
    const webhook = yield* findWebhook(context, webhookId);
    yield* context.store.webhooks.setStatus(webhook, 'active', null);
    return { webhook: webhookFields(yield* findWebhook(context, webhookId)) };
  },
});

import { defineTool } from '../../kernel/context/tool.ts';
import { setWebhookStatus } from './set-webhook-status.ts';
import { webhookAnswer, webhookExample, webhookOnly } from './webhook-fields.ts';

export const resumeWebhook = defineTool({
  name: 'resume_webhook',
  title: 'Resume webhook',
  description: 'Resume a paused or stopped webhook. Sends the events since then, as far back as the activity log reaches.',
  audience: 'person',
  access: 'write',
  role: 'admin',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: webhookOnly,
  output: webhookAnswer,
  example: { input: { webhookId: webhookExample.id }, output: { webhook: { ...webhookExample, status: 'active' } } },
  *run(context, { webhookId }) {
    return yield* setWebhookStatus(context, webhookId, 'active');
  },
});

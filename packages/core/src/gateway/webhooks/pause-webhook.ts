import { defineTool } from '../../kernel/context/tool.ts';
import { setWebhookStatus } from './set-webhook-status.ts';
import { webhookAnswer, webhookExample, webhookOnly } from './webhook-fields.ts';

export const pauseWebhook = defineTool({
  name: 'pause_webhook',
  title: 'Pause webhook',
  description: 'Pause a webhook until it is resumed. Events in between are sent then.',
  audience: 'person',
  access: 'write',
  role: 'admin',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: webhookOnly,
  output: webhookAnswer,
  example: { input: { webhookId: webhookExample.id }, output: { webhook: { ...webhookExample, status: 'paused' } } },
  *run(context, { webhookId }) {
    return yield* setWebhookStatus(context, webhookId, 'paused');
  },
});

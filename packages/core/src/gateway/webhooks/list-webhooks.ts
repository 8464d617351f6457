import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { webhookExample, webhookFields, webhookShape } from './webhook-fields.ts';

export const listWebhooks = defineTool({
  name: 'list_webhooks',
  title: 'List webhooks',
  description: 'List the webhooks of the organization and the state of their deliveries.',
  audience: 'person',
  access: 'read',
  role: 'admin',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({}),
  output: z.object({ webhooks: z.array(webhookShape) }),
  example: { input: {}, output: { webhooks: [webhookExample] } },
  *run({ store, viewer }) {
    const webhooks = yield* store.webhooks.list(viewer.orgId);
    return { webhooks: webhooks.map(webhookFields) };
  },
});

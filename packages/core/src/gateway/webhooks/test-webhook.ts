import { z } from 'zod';
import { defineDiscoveryTool } from '../../kernel/context/tool.ts';
import { newId } from '../../kernel/ids/ids.ts';
import { findWebhook } from './find-webhook.ts';
import { signedHeaders } from './signature.ts';
import { signingSecret } from './signing-secret.ts';
import { webhookExample, webhookOnly } from './webhook-fields.ts';

export const testWebhook = defineDiscoveryTool({
  name: 'test_webhook',
  title: 'Send test event',
  description: 'Send one event of type webhook.test to a webhook now, even if it is paused.',
  audience: 'person',
  access: 'write',
  role: 'admin',
  hints: { destructive: false, idempotent: false, openWorld: true },
  input: webhookOnly,
  output: z.object({ delivered: z.boolean(), error: z.string().nullable().describe('same values as lastError in list_webhooks') }),
  example: { input: { webhookId: webhookExample.id }, output: { delivered: true, error: null } },
  *prepare(context, { webhookId }) {
    const { url, orgId } = yield* findWebhook(context, webhookId);
    const secret = yield* signingSecret(context.store, context.ports.services, orgId, webhookId);
    const body = JSON.stringify({ type: 'webhook.test', timestamp: new Date(context.now).toISOString(), data: { orgId, webhookId } });
    const id = `evt_${newId('req', context.now).slice('req_'.length)}`;
    return { url, body, headers: signedHeaders(secret, { id, at: context.now, body }) };
  },
  async runOutside({ ports: { webhooks } }, request, { signal }) {
    return await webhooks.post({ ...request, signal });
  },
  // biome-ignore lint/correctness/useYield: there is nothing to ask the store
  *conclude(_context, _request, outcome) {
    return { delivered: outcome.delivered, error: outcome.delivered ? null : outcome.error };
  },
});

import { maxServiceAddress, maxWebhookName, maxWebhooks, webhookEvents } from '@gatehouse/domain';
import { signingField } from '@gatehouse/storage';
import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { newId } from '../../kernel/ids/ids.ts';
import { name } from '../../kernel/schema/schema.ts';
import { serviceUrl } from '../../services/calling/service-url.ts';
import { newSigningSecret } from './signature.ts';
import { webhookExample, webhookFields, webhookShape } from './webhook-fields.ts';

export const createWebhook = defineTool({
  name: 'create_webhook',
  title: 'Create webhook',
  description:
    'Create a webhook: sends events from now on to a URL, signed according to Standard Webhooks, with identifiers but no contents. It receives only events that you can see. The secret is shown only once.',
  audience: 'person',
  access: 'write',
  role: 'admin',
  hints: { destructive: false, idempotent: false, openWorld: false },
  input: z.strictObject({
    name: name(maxWebhookName, 'name'),
    url: z.string().max(maxServiceAddress).describe('https://…; http:// only for private addresses that the operator allows'),
    events: z.array(z.enum(webhookEvents)).min(1),
  }),
  output: z.object({ webhook: webhookShape, secret: z.string().describe('secret for verifying signatures') }),
  example: {
    input: { name: 'Chat', url: 'https://hooks.example.com/gatehouse', events: ['item.changed', 'call.refused'] },
    output: { webhook: { ...webhookExample, deliveredAt: null }, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
  },
  *run({ store, viewer, call: { notes }, now, gateway: { services } }, { name, url, events }) {
    const { orgId, personId } = viewer;
    const others = yield* store.webhooks.list(orgId);
    if (others.length >= maxWebhooks)
      throw refusal('too_large', `this organization already has ${maxWebhooks} webhooks: remove one before you create another`);
    const extent = yield* store.activity.extent();
    const webhook = {
      orgId,
      id: newId('webhook', now),
      personId,
      name,
      url: serviceUrl('url', url),
      events: webhookEvents.filter((event) => events.includes(event)),
      status: 'active' as const,
      stopReason: null,
      activityId: extent?.lastId ?? 0,
      toldOfNext: 0,
      heldThrough: now,
      failures: 0,
      failingSince: null,
      nextAttemptAt: null,
      lastError: null,
      deliveredAt: null,
      createdAt: now,
      skippedEvents: 0,
      skippedAt: null,
    };
    const secret = newSigningSecret();
    yield* store.webhooks.create(webhook);
    yield* store.connections.putSecret(services.seal({ orgId, connectionId: webhook.id, field: signingField }, secret));
    notes.itemType = 'webhook';
    notes.itemId = webhook.id;
    return { webhook: webhookFields(webhook), secret };
  },
});

import type { Op } from '@gatehouse/storage';
import type { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { findWebhook } from './find-webhook.ts';
import { type webhookAnswer, webhookFields } from './webhook-fields.ts';

/** Resets failures, so that a resumed webhook is tried immediately. */
export function* setWebhookStatus(context: ToolContext, webhookId: string, status: 'active' | 'paused'): Op<z.input<typeof webhookAnswer>> {
  const webhook = yield* findWebhook(context, webhookId);
  yield* context.store.webhooks.setStatus(webhook, status, null);
  return { webhook: webhookFields(yield* findWebhook(context, webhookId)) };
}

import type { WebhookPort } from '@gatehouse/core';
import type { WebhookSender, WebhookSenderOptions } from './webhook-sender.ts';

/** Delivers webhooks to their receivers. Its modules are loaded with the first event. */
export function openWebhooks(options: WebhookSenderOptions): WebhookPort & { close(): Promise<void> } {
  let opening: Promise<WebhookSender> | undefined;
  const open = async () => {
    const { createWebhookSender } = await import('./webhook-sender.ts');
    return createWebhookSender(options);
  };
  return {
    async post(request) {
      opening ??= open();
      return await (await opening).post(request);
    },
    close: async () => await (await opening)?.close(),
  };
}

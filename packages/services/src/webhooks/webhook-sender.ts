import type { WebhookError, WebhookOutcome, WebhookPort, WebhookRequest } from '@gatehouse/core';
import { ServiceFailure } from '../kernel/failure.ts';
import { type AllowedRanges, createAddressGuard, createPrivateGuard } from '../net/address-guard.ts';
import { createGuardedFetch, type Fetch } from '../net/guarded-fetch.ts';

export interface WebhookSender extends WebhookPort {
  close(): Promise<void>;
}

export interface WebhookSenderOptions {
  /** Private addresses that receivers may have. The public internet is always allowed. // D37 */
  allowPrivate?: AllowedRanges;
  deadlineMs?: number;
}

/** Maximum bytes read from an answer. Only its status is used. */
const maxAnswerBytes = 64 * 1024;

/** Sends webhooks to their receivers, over TLS except to allowed private addresses. A redirect counts as an answer. */
export function createWebhookSender({ allowPrivate = 'none', deadlineMs = 15_000 }: WebhookSenderOptions = {}): WebhookSender {
  const limits = { deadlineMs, maxBytes: maxAnswerBytes };
  const overTls = createGuardedFetch({ guard: createAddressGuard(allowPrivate), ...limits });
  const plain = createGuardedFetch({ guard: createPrivateGuard(allowPrivate), ...limits });

  return {
    async post(request) {
      try {
        return await postWith(request.url.startsWith('https:') ? overTls.fetch : plain.fetch, request);
      } catch (error) {
        return { delivered: false, error: errorOf(error) };
      }
    },
    close: async () => void (await Promise.all([overTls.close(), plain.close()])),
  };
}

async function postWith(fetch: Fetch, { url, headers, body, signal }: WebhookRequest): Promise<WebhookOutcome> {
  const { ok, status } = await fetch(url, { method: 'POST', headers, body, signal });
  return ok ? { delivered: true } : { delivered: false, error: `status_${status}` };
}

/** Returns one code for every failure to connect, so that it reveals nothing about the internal network. // D37 */
function errorOf(error: unknown): WebhookError {
  if (!(error instanceof ServiceFailure)) return 'unreachable';
  return error.kind === 'timeout' ? 'timeout' : 'no_answer';
}

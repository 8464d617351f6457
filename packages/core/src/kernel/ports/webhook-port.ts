export interface WebhookRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
  signal?: AbortSignal | undefined;
}

/** What became of a request: delivered, or why not. */
export type WebhookOutcome = { delivered: true } | { delivered: false; error: WebhookError };

/** A status that is no success, or a request without an answer. What is behind an address is not told. */
export type WebhookError = `status_${number}` | 'timeout' | 'unreachable' | 'no_answer';

/** Core's way to the receivers of webhooks. `packages/services` stands behind it; tests put a fake there. */
export interface WebhookPort {
  /** Posts once. Follows no redirect, and reaches no private address that the operator has not allowed. Never rejects. */
  post(request: WebhookRequest): Promise<WebhookOutcome>;
}

/** Of a gateway that sends none. */
export const noWebhooks: WebhookPort = { post: async () => ({ delivered: false, error: 'unreachable' }) };

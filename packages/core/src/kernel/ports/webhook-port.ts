export interface WebhookRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
  signal?: AbortSignal | undefined;
}

/** The outcome of a request: delivered, or why not. */
export type WebhookOutcome = { delivered: true } | { delivered: false; error: WebhookError };

/** A failure status, or no answer. It reveals nothing about the network of the address. */
export type WebhookError = `status_${number}` | 'timeout' | 'unreachable' | 'no_answer';

/** Access to the receivers of webhooks. `packages/services` implements it; tests use a fake. */
export interface WebhookPort {
  /** Posts once. Follows no redirects, and reaches private addresses only if the operator allows them. Never rejects. */
  post(request: WebhookRequest): Promise<WebhookOutcome>;
}

/** Port of a gateway that sends no webhooks. */
export const noWebhooks: WebhookPort = { post: async () => ({ delivered: false, error: 'unreachable' }) };

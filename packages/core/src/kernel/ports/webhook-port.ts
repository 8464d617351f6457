export interface WebhookRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
  signal?: AbortSignal | undefined;
}

/** The outcome of a request: delivered, or why not. */
export type WebhookOutcome = { delivered: true } | { delivered: false; error: WebhookError };

/** A failure status, or no answer. It says nothing about what is behind the address. */
export type WebhookError = `status_${number}` | 'timeout' | 'unreachable' | 'no_answer';

/** Core's way to the receivers of webhooks. `packages/services` stands behind it; tests put a fake there. */
export interface WebhookPort {
  /** Posts once. Follows no redirects, and reaches private addresses only if the operator allows them. Never rejects. */
  post(request: WebhookRequest): Promise<WebhookOutcome>;
}

/** For a gateway that sends none. */
export const noWebhooks: WebhookPort = { post: async () => ({ delivered: false, error: 'unreachable' }) };

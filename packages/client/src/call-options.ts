/** Options of a call in addition to its arguments. */
export interface CallOptions {
  /** Ends the call without another attempt. */
  signal?: AbortSignal | undefined;
  /** Time limit of the call, with all its attempts. Milliseconds. */
  timeoutMs?: number | undefined;
  /** Idempotency key of a write, for a program that may be killed and repeats its calls. Without it, each call creates its own. */
  idempotencyKey?: string | undefined;
  /** Maximum attempts after the first one. */
  maxRetries?: number | undefined;
}

/** What a call can be given beside its arguments. */
export interface CallOptions {
  /** Ends the call, and no other attempt is made. */
  signal?: AbortSignal | undefined;
  /** How long the call may take with all its attempts. */
  timeoutMs?: number | undefined;
  /** For a program that may be killed and repeats its calls: the key of a write. Without it each call makes its own. */
  idempotencyKey?: string | undefined;
  /** Attempts after the first one. */
  maxRetries?: number | undefined;
}

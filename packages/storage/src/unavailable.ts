/** The database was not to be had for as long as calls wait for it, and nothing of what was asked has happened. */
export class UnavailableError extends Error {
  override name = 'UnavailableError';
  /** It is there, and other calls have all connections that this one could have had. */
  readonly isBusy: boolean;

  constructor(cause: unknown, { isBusy = false } = {}) {
    super(`the database is not available: ${cause instanceof Error ? cause.message : cause}`, { cause });
    this.isBusy = isBusy;
  }
}

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

/** The call waited behind those of others for so long that its caller has likely gone. */
export class OverdueError extends UnavailableError {
  override name = 'OverdueError';

  constructor() {
    super(new Error('other calls took all the time there was'), { isBusy: true });
  }
}

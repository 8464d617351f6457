import { messageOf } from '@gatehouse/domain';

/** Thrown if the database was unavailable for as long as calls wait for it. Nothing of the request has happened. */
export class UnavailableError extends Error {
  override name = 'UnavailableError';
  /** True if the database is there, but other calls hold all its connections. */
  readonly isBusy: boolean;

  constructor(cause: unknown, { isBusy = false } = {}) {
    super(`the database is not available: ${messageOf(cause)}`, { cause });
    this.isBusy = isBusy;
  }
}

/** Thrown if a call waited for other calls so long that its caller has probably gone. */
export class OverdueError extends UnavailableError {
  override name = 'OverdueError';

  constructor() {
    super(new Error('other calls used all the available time'), { isBusy: true });
  }
}

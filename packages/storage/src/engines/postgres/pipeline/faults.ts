import { codeOf } from '@gatehouse/domain';
import pg from 'pg';

/** Maximum time that calls wait for a database that is away, in milliseconds. */
export const patienceMs = 5000;
/** Pause between two tries, in milliseconds, if no others try at the same time. */
export const retryPauseMs = 50;

/** True if a call has waited long enough. `started` is a value of `performance.now()`. */
export function isOutOfPatience(started: number): boolean {
  return performance.now() - started > patienceMs;
}

/** True if two transactions collided: Postgres rolled one back, and it may be run again. */
export function isContention(error: unknown): boolean {
  return contention.has(codeTextOf(error));
}

/** True if the connection, or its server, is gone: uncommitted work did not happen. */
export function isConnectionFault(error: unknown): boolean {
  const code = codeTextOf(error);
  if (code.startsWith('08') || connectionCodes.has(code)) return true;
  return error instanceof Error && connectionMessage.test(error.message);
}

/** True if all connections of a pool were in use for the whole time that it allows for waiting. */
export function isPoolExhausted(error: unknown): boolean {
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect';
}

/**
 * True if a connection is unusable after this error. An error from this process leaves a gap: a statement whose values cannot be written is
 * not sent, but the commit after it would be.
 */
export function endsConnection(error: unknown): boolean {
  return isConnectionFault(error) || !(error instanceof pg.DatabaseError);
}

/** True if the error comes from Postgres itself. A pooler does not name the routine, and does not know the outcome of a statement. */
export function isSaidByServer(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.routine !== undefined;
}

/** Thrown if the connection was lost before the server ran the statement. The statement had no effect. */
export class NotRunError extends Error {
  override name = 'NotRunError';
  readonly code: unknown;

  constructor(fault: Error) {
    super(fault.message, { cause: fault });
    this.code = codeTextOf(fault);
  }
}

/** Thrown if the server is a standby, which accepts no writes until it is promoted. Another server may be the primary by now. */
export class StandbyError extends Error {
  override name = 'StandbyError';
  readonly code = readOnly;

  constructor() {
    super('the server is a standby, which takes no writes');
  }
}

const readOnly = '25006';
const contention = new Set([
  '40001', // serialization failure
  '40P01', // deadlock
  '23505', // another transaction wrote the same unique value meanwhile
]);

const connectionCodes = new Set([
  '57P01', // the server is shutting down
  '57P02', // another server process crashed
  '57P03', // the server is starting
  readOnly, // the server takes no writes: it is a standby, or is set to read-only
  '53300', // the server has no free connection
  '26000', // a prepared statement is gone
  '0A000', // a prepared statement now returns other columns
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
]);

/** Messages of the driver about connections. They have no code. */
const connectionMessage =
  /^Connection terminated|^Client has encountered a connection error|^Query read timeout|^Client was closed|^timeout expired/;

function codeTextOf(error: unknown): string {
  return codeOf(error) ?? '';
}

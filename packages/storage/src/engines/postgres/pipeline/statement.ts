import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { UnavailableError } from '../../../kernel/unavailable.ts';
import { type Answer, Execution, Executions, isKnownOn, type Part, type Together } from './execution.ts';
import { endsConnection, isConnectionFault, isOutOfPatience, isPoolExhausted, NotRunError, retryPauseMs } from './faults.ts';

export type { Answer, Row } from './execution.ts';

/** A statement. With a name, each connection prepares it once. Without a name, Postgres plans it for its values each time. */
export interface Statement {
  name?: string;
  text: string;
  /**
   * `reads` neither changes nor locks anything. It may run outside its program's transaction while that transaction is still empty: each
   * statement sees all commits before its own start, inside a transaction too. `adds` only inserts rows and does not wait for other rows.
   */
  kind?: 'reads' | 'adds' | undefined;
}

export const begin: Statement = { text: 'begin' };
export const commit: Statement = { text: 'commit' };

/** Runs one statement and returns its rows as arrays, with values as SQLite returns them: numbers for bigint, text for json. */
export function runOn(client: pg.ClientBase, { name, text }: Statement, values: unknown[]): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, answer?: Answer): void =>
      answer && !error ? resolve(answer) : reject(error ?? new Error('a statement ended without an answer'));
    client.query(new Execution(name === undefined ? undefined : shortened(name), text, values, done) as never);
  });
}

/** A statement with its values. */
export interface Sent {
  statement: Statement;
  values: unknown[];
}

/** True if this connection can run a statement together with others. */
export function canTravel(client: pg.ClientBase, { name }: Statement): boolean {
  return name !== undefined && isKnownOn(client, shortened(name));
}

/**
 * Runs statements together in one transaction. `canTravel` must be true for each. An answer means that all are committed, an error that
 * none is.
 */
export function runTogether(client: pg.ClientBase, sent: Sent[]): Promise<Together> {
  const parts = sent.map(({ statement: { name, text }, values }): Part => ({ name: shortened(name as string), text, values }));
  return new Promise((resolve) => client.query(new Executions(parts, resolve) as never));
}

/** Runs one statement, as a transaction of its own, on a connection of the pool. */
export async function runAlone(pool: Connections, statement: Statement, values: unknown[], caller?: string): Promise<Answer> {
  return await releasing(await connectFrom(pool, caller), (client) => runOn(client, statement, values));
}

/** Runs a statement that must not be sent twice. While the database is unavailable, it waits before sending. */
export async function runPatiently(pool: Connections, statement: Statement, values: unknown[], started?: number): Promise<Answer> {
  return await releasing(await connectPatiently(pool, started), (client) => runOn(client, statement, values));
}

/** Source of connections: a pool, or a pool whose callers take turns. */
export interface Connections {
  connect(caller?: string): Promise<pg.PoolClient>;
}

/**
 * Takes a connection from the pool. Rejects as busy if none became free in the time that calls may wait.
 */
export async function connectFrom(pool: Connections, caller?: string): Promise<pg.PoolClient> {
  try {
    return await pool.connect(caller);
  } catch (error) {
    throw isPoolExhausted(error) ? new UnavailableError(error, { isBusy: true }) : error;
  }
}

/** Takes a connection. While the database is unavailable, it tries again until its patience ends. */
export async function connectPatiently(pool: Connections, started: number = performance.now()): Promise<pg.PoolClient> {
  for (;;) {
    try {
      return await connectFrom(pool);
    } catch (error) {
      if (!isConnectionFault(error)) throw error;
      if (isOutOfPatience(started)) throw new NotRunError(error as Error);
      await pause(retryPauseMs);
    }
  }
}

/** Returns a connection to its pool after the work. Closes it if an error has made it useless. */
export async function releasing<T>(
  client: pg.PoolClient,
  work: (client: pg.PoolClient) => Promise<T>,
  isBrokenBy: (error: unknown) => boolean = endsConnection,
): Promise<T> {
  let broken = false;
  try {
    return await work(client);
  } catch (error) {
    broken = isBrokenBy(error);
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Shortens a name. Postgres cuts names at 63 bytes, which could give two statements the same name. */
function shortened(name: string): string {
  return name.length <= 60 ? name : `${name.slice(0, 40)}_${createHash('sha256').update(name).digest('hex').slice(0, 16)}`;
}

import pg from 'pg';

export interface PostgresOptions {
  /** postgres://user:password@host:port/database */
  url: string;
  /** Connections for the calls of this process; about a third as many more take calls of the limit and write the log. */
  poolSize?: number;
  /** How long one statement may run, in milliseconds. */
  statementTimeoutMs?: number;
  /** How long to wait for a connection, in milliseconds. */
  connectTimeoutMs?: number;
  /** Whose time decides about the limit. `database` is one clock for all processes; `caller` is for tests with a virtual time. */
  slotClock?: 'database' | 'caller';
  /** Told of connections that broke while nobody used them. */
  report?: (error: Error) => void;
}

export interface Pools {
  /** Calls: their queries, and one connection for the whole of each transaction. */
  calls: pg.Pool;
  /** Admission and the log: never waits behind a transaction. */
  quick: pg.Pool;
  /**
   * The limit's slots alone: a commit of theirs does not wait for the disk. The log row of the same call does,
   * and with it everything before it, so only slots of unanswered calls can be forgotten.
   */
  slots: pg.Pool;
  close(): Promise<void>;
}

export function openPools(options: PostgresOptions): Pools {
  const { url, poolSize = 16, statementTimeoutMs = 15_000, connectTimeoutMs = 5000, report = () => {} } = options;
  const common: pg.PoolConfig = {
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: 'gatehouse',
    statement_timeout: statementTimeoutMs,
    // A network that is cut gives no answer at all, so the client has a limit of its own, a little behind the server's.
    query_timeout: statementTimeoutMs + 1000,
    idle_in_transaction_session_timeout: 2 * statementTimeoutMs,
  };
  const open = (more: pg.PoolConfig): pg.Pool => {
    const pool = new pg.Pool({ ...common, ...more });
    // Without listeners a connection that breaks (the server restarts) would end this process. The pool replaces an idle one;
    // who uses one hears of it from the next statement.
    pool.on('error', report);
    pool.on('connect', (client) => client.on('error', () => {}));
    return pool;
  };
  const few = Math.max(2, Math.ceil(poolSize / 4));
  const calls = open({ max: poolSize });
  const quick = open({ max: few });
  const slots = open({ max: few, options: '-c synchronous_commit=off' });
  return {
    calls,
    quick,
    slots,
    async close() {
      await Promise.all([calls.end(), quick.end(), slots.end()]);
    },
  };
}

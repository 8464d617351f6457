import { minuteMs } from '@gatehouse/domain';
import pg from 'pg';
import type { NoticeTiming } from '../notices/notice-timing.ts';
import { patienceMs } from '../pipeline/faults.ts';
import { runAlone, type Statement } from '../pipeline/statement.ts';
import { createFairPool, type FairPool } from './fair-pool.ts';
import { type Lanes, openLanes } from './lanes.ts';
import { type ConnectionSettings, makeReady } from './settings.ts';

export interface PostgresOptions {
  /** postgres://user:password@host:port/database */
  url: string;
  /**
   * Connections for the transactions of this process. A quarter as many and five more admit calls, number tasks, read, and write the log.
   */
  poolSize?: number;
  /** Time limit for one statement, in milliseconds. */
  statementTimeoutMs?: number;
  /** Time limit for one attempt to connect, in milliseconds. */
  connectTimeoutMs?: number;
  /** Clock for the limit. `database` is one clock for all processes; `caller` is for tests with a virtual time. */
  slotClock?: 'database' | 'caller';
  /** Reports connections that broke while unused. */
  report?: (error: Error) => void;
  /**
   * Reports why notices of other processes do not come, and reports undefined when they come again. Until then subscribers check for
   * themselves every second.
   */
  reportNotices?: (fault: Error | undefined) => void;
  /** Shorter times for tests. */
  noticeTiming?: Partial<NoticeTiming>;
}

export interface Pools {
  /** One connection for each transaction, and for statements that may be slow. */
  calls: FairPool;
  /** Plain reads. They never wait for a transaction, nor long for one another. */
  quick: Lanes;
  /** Admission: looks up keys and counts calls. Its commits do not wait for the disk. // D14.1 */
  admissions: Lanes;
  /** Numbers for tasks. A locked organization is not waited for. */
  numbers: Lanes;
  /** Log of calls that changed nothing. */
  log: pg.Pool;
  close(): Promise<void>;
}

const defaultStatementTimeoutMs = 15_000;
/** Shorter than the time that calls wait for a database: a silent server is asked again, and by then another may have its address. */
const defaultConnectTimeoutMs = 1500;

/** Client-side limit, a little above the server's: a network that is cut gives no answer at all. */
function responseTimeoutMs({ statementTimeoutMs = defaultStatementTimeoutMs }: PostgresOptions): number {
  return statementTimeoutMs + 1000;
}

/** Settings that all connections of a process share. */
function commonConfig({ url, connectTimeoutMs = defaultConnectTimeoutMs }: PostgresOptions): pg.ClientConfig {
  return { connectionString: url, connectionTimeoutMillis: connectTimeoutMs, keepAlive: true, application_name: 'gatehouse' };
}

/** Settings of connections that do not serve calls. The driver watches them for missing answers. */
export function connectionConfig(options: PostgresOptions): pg.ClientConfig {
  return { ...commonConfig(options), query_timeout: responseTimeoutMs(options) };
}

export function commonSettings({ statementTimeoutMs = defaultStatementTimeoutMs }: PostgresOptions): ConnectionSettings {
  return {
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: 2 * statementTimeoutMs,
    // Compiling a plan takes longer than any query of ours.
    jit: 'off',
  };
}

function clientOf({ connectionTimeoutMillis }: pg.ClientConfig): typeof pg.Client {
  return class extends pg.Client {
    constructor(config: pg.ClientConfig) {
      super({ ...config, connectionTimeoutMillis });
    }
  };
}

export function openPools(options: PostgresOptions): Pools {
  const { poolSize = 16, report = () => {} } = options;
  const config = commonConfig(options);
  // A pool has one limit for connecting and for waiting. Use the waiting time of calls.
  const pooled = { ...config, connectionTimeoutMillis: patienceMs, Client: clientOf(config) };
  const common = { settings: commonSettings(options), responseTimeoutMs: responseTimeoutMs(options) };
  const changedBy = (more: ConnectionSettings) => ({ ...common, settings: { ...common.settings, ...more } });
  const open = (more: pg.PoolConfig): pg.Pool => {
    const onConnect = (client: pg.ClientBase) => makeReady(client, common);
    const pool = new pg.Pool({ ...pooled, idleTimeoutMillis: minuteMs, pipeline: true, onConnect, ...more } as pg.PoolConfig);
    // Without listeners a connection that breaks (the server restarts) would end this process. The pool replaces an idle one; a user of one
    // gets the error from the next statement.
    pool.on('error', report);
    pool.on('connect', (client) => client.on('error', () => {}));
    return pool;
  };
  const transactions = open({ max: poolSize });
  const calls = createFairPool(transactions, poolSize);
  const log = open({ max: 2 });
  const few = Math.max(2, Math.ceil(poolSize / 4));
  // Transactions keep the other half, however many reads are slow.
  const apart = { run: (statement: Statement, values: unknown[]) => runAlone(calls, statement, values), most: Math.ceil(poolSize / 2) };
  const quick = openLanes({ count: few, config, readiness: common, apart });
  // Always find keys by their index, also while the table is small: the plan is kept after the table has grown. Make the plan once.
  // Postgres estimates it for ten keys, so it prefers a new plan for each statement, and would spend most of a call on planning.
  const admissionSettings = { synchronous_commit: 'off', enable_seqscan: 'off', plan_cache_mode: 'force_generic_plan' };
  const admissions = openLanes({ count: 2, config, readiness: changedBy(admissionSettings) });
  const numbers = openLanes({ count: 1, config, readiness: changedBy({ synchronous_commit: 'off', lock_timeout: 200 }) });
  return {
    calls,
    quick,
    admissions,
    numbers,
    log,
    async close() {
      await Promise.all([transactions.end(), log.end(), quick.close(), admissions.close(), numbers.close()]);
    },
  };
}

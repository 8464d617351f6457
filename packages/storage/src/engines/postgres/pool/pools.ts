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
   * Connections for the transactions of this process. A quarter as many serve reads, at least two. Five more admit calls, number tasks and
   * write the log.
   */
  poolSize?: number;
  /** Time limit for one statement, in milliseconds. */
  statementTimeoutMs?: number;
  /** Time limit for one attempt to connect, in milliseconds. */
  connectTimeoutMs?: number;
  /** Clock for the call limits. `database` is one clock for all processes; `caller` is for tests with a virtual time. */
  slotClock?: 'database' | 'caller';
  /** Reports connections that broke while idle. */
  report?: (error: Error) => void;
  /**
   * Reports why notices from other processes do not arrive, and reports undefined when they arrive again. Until then, subscribers check
   * every second.
   */
  reportNotices?: (fault: Error | undefined) => void;
  /** Shorter times for tests. */
  noticeTiming?: Partial<NoticeTiming>;
}

export interface Pools {
  /** One connection for each transaction, and for statements that may be slow. */
  calls: FairPool;
  /** Plain reads. They never wait for a transaction, and never long for each other. */
  quick: Lanes;
  /** Admission: looks up keys and counts calls. Its commits do not wait for the disk. // D14.1 */
  admissions: Lanes;
  /** Numbers for tasks. Waits at most 200 ms for a locked organization. */
  numbers: Lanes;
  /** Log of calls that changed nothing. */
  log: pg.Pool;
  close(): Promise<void>;
}

const defaultStatementTimeoutMs = 15_000;
/**
 * Shorter than the time that calls wait for a database, so that a call can try a silent server again. By then, another server may have its
 * address.
 */
const defaultConnectTimeoutMs = 1500;

/** Client-side limit, a little above the server's: a network that is cut gives no answer at all. */
function responseTimeoutMs({ statementTimeoutMs = defaultStatementTimeoutMs }: PostgresOptions): number {
  return statementTimeoutMs + 1000;
}

/** Settings that all connections of a process share. */
function commonConfig({ url, connectTimeoutMs = defaultConnectTimeoutMs }: PostgresOptions): pg.ClientConfig {
  return { connectionString: url, connectionTimeoutMillis: connectTimeoutMs, keepAlive: true, application_name: 'gatehouse' };
}

/** Settings of connections that do not serve calls. The driver limits how long each statement waits for an answer. */
export function connectionConfig(options: PostgresOptions): pg.ClientConfig {
  return { ...commonConfig(options), query_timeout: responseTimeoutMs(options) };
}

export function commonSettings({ statementTimeoutMs = defaultStatementTimeoutMs }: PostgresOptions): ConnectionSettings {
  return {
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: 2 * statementTimeoutMs,
    // JIT compilation takes longer than any of our queries.
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
    // Without a listener, a broken connection (the server restarts) would end this process. The pool replaces an idle connection. One in
    // use reports the error at its next statement.
    pool.on('error', report);
    pool.on('connect', (client) => client.on('error', () => {}));
    return pool;
  };
  const transactions = open({ max: poolSize });
  const calls = createFairPool(transactions, poolSize);
  const log = open({ max: 2 });
  const few = Math.max(2, Math.ceil(poolSize / 4));
  // Slow reads use at most half of these connections, so that transactions keep the other half.
  const apart = { run: (statement: Statement, values: unknown[]) => runAlone(calls, statement, values), most: Math.ceil(poolSize / 2) };
  const quick = openLanes({ count: few, config, readiness: common, apart });
  // Find keys by their index even while the table is small, because the plan stays after the table has grown. Force one generic plan:
  // Postgres assumes ten keys for it, rates it dearer than a plan for each statement, and would spend most of a call on planning.
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

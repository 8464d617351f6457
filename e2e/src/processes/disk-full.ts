import { setTimeout as pause } from 'node:timers/promises';
import { openPostgres, openSqlite, type Store } from '@gatehouse/storage';
import { verifyDatabase } from '@gatehouse/storage/admin';
import { startPostgres, type ThrowAwayPostgres } from '@gatehouse/storage/testing';
import { isAlive } from '../kit/is-alive.ts';
import { until } from '../kit/until.ts';
import { type AnsweredCall, startLoad } from './load.ts';
import { findLostIn } from './lost-calls.ts';
import { type ServerProcess, startServer } from './server.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';

export interface DiskFullOutcome {
  answered: number;
  /** Calls that were answered `internal_error`. */
  failed: number;
  /** Time from free space to the first successful change with a ready /readyz. */
  recoveredMs: number;
  /** Number of restarts of Postgres, as a service manager would do them. */
  databaseRestarts: number;
  /** Answered changes that are lost. */
  lost: string[];
  problems: unknown[];
}

interface Place extends AsyncDisposable {
  disk: SmallDisk;
  server: ServerProcess;
  openStore(): Promise<Store>;
  address: Parameters<typeof verifyDatabase>[0]['database'];
  /** Writes to the log of the database until that has no room either. */
  exhaustLog(): Promise<void>;
  databaseRestarts(): number;
}

export interface DiskFullOptions {
  fullForMs: number;
  /**
   * Postgres makes its write-ahead log ready in advance, so tables are the first that cannot grow. With this it is the log too:
   * then all of Postgres ends, and starts when there is room.
   */
  logToo?: boolean;
}

const environment = { GATEHOUSE_CALLS_PER_MINUTE: '1000000', GATEHOUSE_LOG: 'silent' };

/** Fills the disk of a gateway under load, keeps it full for a while, and frees it again. The gateway is not restarted. */
export async function fillDiskUnderLoad(engine: 'sqlite' | 'postgres', { fullForMs, logToo }: DiskFullOptions): Promise<DiskFullOutcome> {
  await using place = await (engine === 'sqlite' ? sqlitePlace() : postgresPlace());
  const { disk, server } = place;
  const failed: (string | undefined)[] = [];
  const stop = new AbortController();
  const load = startLoad(server.url, server.quickstartKey as string, 6, {
    failed: (requestId) => failed.push(requestId),
    until: stop.signal,
  });
  await until('some calls were answered', () => load.answered.length > 200);
  disk.fill();
  await until('a call failed for lack of room', () => failed.length > 0);
  await until('/readyz says that the storage is not writable', async () => (await fetch(`${server.url}/readyz`)).status === 503);
  if (logToo) await place.exhaustLog();
  await pause(fullForMs);
  const before = load.answered.filter(isChange).length;
  disk.free();
  const freed = performance.now();
  await until('changes are answered again', () => load.answered.filter(isChange).length > before);
  await until('/readyz says that it is ready', async () => (await fetch(`${server.url}/readyz`)).status === 200);
  const recoveredMs = performance.now() - freed;
  stop.abort();
  await load.over;
  await server.stop();
  const store = await place.openStore();
  const lost = await findLostIn(store, load.answered);
  await store.close();
  const { problems } = await verifyDatabase({ database: place.address });
  const databaseRestarts = place.databaseRestarts();
  return { answered: load.answered.length, failed: failed.length, recoveredMs, databaseRestarts, lost, problems };
}

const isChange = ({ mark, taskNumber }: AnsweredCall): boolean => mark !== undefined || taskNumber !== undefined;

async function sqlitePlace(): Promise<Place> {
  const disk = mountSmallDisk(64);
  const server = await startServer(disk.folder, environment);
  const file = `${disk.folder}/gatehouse.db`;
  return {
    disk,
    server,
    openStore: async () => openSqlite({ file }),
    address: { engine: 'sqlite', file },
    exhaustLog: async () => {},
    databaseRestarts: () => 0,
    async [Symbol.asyncDispose]() {
      await server.kill();
      disk[Symbol.dispose]();
    },
  };
}

async function postgresPlace(): Promise<Place> {
  const disk = mountSmallDisk(192);
  const postgres = await startPostgres({ within: disk.folder, durable: true, settings: ['min_wal_size=32MB', 'max_wal_size=48MB'] });
  const { stop, restarts } = keepRunning(postgres);
  const server = await startServer(disk.folder, { ...environment, DATABASE_URL: postgres.url() });
  return {
    disk,
    server,
    openStore: () => openPostgres({ url: postgres.url() }),
    address: { engine: 'postgres', url: postgres.url() },
    async exhaustLog() {
      const tooMuch = "select pg_logical_emit_message(false, 'test', repeat('x', 1000000)) from generate_series(1, 200)";
      const fault = await postgres.run(tooMuch).catch((error: unknown) => error);
      if (fault === undefined) throw new Error('the log of Postgres had room for all of it');
    },
    databaseRestarts: restarts,
    async [Symbol.asyncDispose]() {
      disk.free();
      await server.kill();
      await stop();
      await postgres.stop();
      disk[Symbol.dispose]();
    },
  };
}

/** Starts a Postgres again that has ended, as a service manager does. One whose log cannot be written ends, and again when it is started. */
function keepRunning(postgres: ThrowAwayPostgres): { stop(): Promise<void>; restarts(): number } {
  let isWanted = true;
  let restarts = 0;
  const watching = (async () => {
    while (isWanted) {
      if (!isAlive(postgres.pid)) {
        restarts++;
        // Postgres cannot start while the disk is full. The next round tries again.
        await postgres.restart().catch(() => {});
      }
      await pause(200);
    }
  })();
  return {
    restarts: () => restarts,
    async stop() {
      isWanted = false;
      await watching;
    },
  };
}

import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Credential, Gateway } from '@gatehouse/core';
import { createBodies } from '@gatehouse/entrance';
import { createHttpEntrance, createMetrics, openHttpServer } from '@gatehouse/http';
import { openPostgres, openSqlite, type Store } from '@gatehouse/storage';
import { copyStore } from '@gatehouse/storage/admin';
import { postgresMissing, startPostgres } from '@gatehouse/storage/testing';
import { type Dataset, makeDataset } from '../dataset.ts';
import type { FairnessLoad } from '../fairness-load.ts';
import { ask, gatewayOn } from '../gateway-calls.ts';
import type { LoadResult } from '../load.ts';
import { processorTime } from '../processor-time.ts';
import { step } from '../report.ts';
import { historyCost } from './history-cost.ts';

export interface TakingBackOptions {
  folder: string;
  seconds: number;
  /** Number of items that the run changed. */
  items: number;
}

type Row = Record<string, string | number>;

interface Side {
  engine: string;
  store: Store;
  /** Processor time of the database's own processes so far; SQLite works inside this one. */
  databaseMicros(): number;
  stop(): Promise<void>;
}

const inFlight = 8;
const keyCount = 40;
/** Far above the load, because waiting is measured, not the limit. */
const callsPerMinute = 1_000_000;

/**
 * Measures waiting times of callers while a run is previewed and taken back, compared with quiet; the duration of the preview; and the cost
 * of a history row in a call that writes one (D66, D67).
 */
export async function measureTakingBack({ folder, seconds, items }: TakingBackOptions): Promise<Row[]> {
  const dataset = await makeDataset(folder, { documents: items + 800, activityRows: 0, keys: keyCount });
  const rows: Row[] = [];
  for (const open of [openSqliteSide, openPostgresSide]) {
    const side = await open(dataset);
    if (!side) continue;
    try {
      rows.push(await measureSide(side, dataset, { seconds, items }));
    } finally {
      await side.stop();
    }
  }
  return rows;
}

async function openSqliteSide({ file }: Dataset): Promise<Side> {
  const store = openSqlite({ file });
  return { engine: 'SQLite', store, databaseMicros: () => 0, stop: () => store.close() };
}

async function openPostgresSide({ file }: Dataset): Promise<Side | undefined> {
  const missing = postgresMissing();
  if (missing !== undefined) {
    step(`Not measured on Postgres: ${missing}`);
    return undefined;
  }
  const postgres = await startPostgres({ durable: true });
  await copyStore({ from: { engine: 'sqlite', file }, to: { engine: 'postgres', url: postgres.url() } });
  const store = await openPostgres({ url: postgres.url() });
  return {
    engine: 'Postgres',
    store,
    databaseMicros: () => processorTime(postgres.pid),
    async stop() {
      await store.close();
      await postgres.stop();
    },
  };
}

async function measureSide(
  { engine, store, databaseMicros }: Side,
  dataset: Dataset,
  { seconds, items }: Omit<TakingBackOptions, 'folder'>,
) {
  const gateway = gatewayOn(store, { callsPerMinute });
  step(`${engine}: a run changes ${items.toLocaleString('en')} documents`);
  const keyId = await changeMany(gateway, dataset, dataset.docIds.slice(0, items));
  const cost = await historyCost({ store, gateway, owner: dataset.owner, databaseMicros });
  const server = await serve(gateway);
  // Warms up, so that the measured code is compiled.
  await runLoad({ ...loadOf(dataset, server.port), seconds: 1 });
  const quiet = await runLoad({ ...loadOf(dataset, server.port), seconds });
  const before = process.cpuUsage().user + process.cpuUsage().system + databaseMicros();
  const began = performance.now();
  let found = await look(gateway, dataset.owner, { keyId, since: 0 });
  const previewMs = performance.now() - began;
  const previewCpuMs = (process.cpuUsage().user + process.cpuUsage().system + databaseMicros() - before) / 1000;
  const busy = runLoad({ ...loadOf(dataset, server.port), seconds });
  let isLoaded = true;
  void busy.finally(() => {
    isLoaded = false;
  });
  let done = 0;
  let steps = 0;
  // Applies the take-back, and takes that back in turn, until the callers are done.
  while (isLoaded) {
    const before = found.takenBack;
    found = await call(gateway, dataset.owner, 'apply_take_back', { takeBackId: found.takeBackId });
    steps++;
    done += found.takenBack - before;
    if (found.state === 'done') found = await look(gateway, dataset.owner, { takeBackId: found.takeBackId });
  }
  if (done === 0) throw new Error('nothing was taken back');
  const beside = await busy;
  await server.close();
  const ms = (micros: number) => (micros / 1000).toFixed(1);
  return {
    engine,
    items: found.found,
    'preview ms': Math.round(previewMs),
    'its CPU ms': Math.round(previewCpuMs),
    'taken back': done,
    steps,
    'p99 ms quiet': ms(quiet.p99Micros),
    'p99 ms beside': ms(beside.p99Micros),
    'p99 ratio': (beside.p99Micros / quiet.p99Micros).toFixed(2),
    'calls/s ratio': (beside.callsPerSecond / quiet.callsPerSecond).toFixed(2),
    ...cost,
  };
}

interface Found {
  takeBackId: string;
  state: string;
  found: number;
  takenBack: number;
}

async function call(gateway: Gateway, owner: Credential, tool: string, input: object): Promise<Found> {
  return await ask<Found>(gateway, owner, tool, input);
}

/** Looks for what there is to take back, to the end. */
async function look(gateway: Gateway, owner: Credential, asked: object): Promise<Found> {
  let found = await call(gateway, owner, 'prepare_take_back', asked);
  while (found.state === 'looking') found = await call(gateway, owner, 'continue_take_back', { takeBackId: found.takeBackId });
  return found;
}

/** Edits each document with one key. The owner edits every fifth too, so that it is merged. */
async function changeMany(gateway: Gateway, { owner }: Dataset, docIds: readonly string[]): Promise<string> {
  const { id: agentId } = (await ask(gateway, owner, 'create_agent', { name: 'run' })) as { id: string };
  const { key, keyId } = (await ask(gateway, owner, 'create_key', { agentId, access: 'write' })) as { key: string; keyId: string };
  const credential: Credential = { type: 'key', key };
  for (const [index, docId] of docIds.entries()) {
    await ask(gateway, credential, 'append_doc', { docId, text: '\nAppended by the run.\n' });
    if (index % 5 === 0) await ask(gateway, owner, 'append_doc', { docId, text: '\nAppended by its owner.\n' });
  }
  return keyId;
}

async function serve(gateway: Gateway): Promise<{ port: number; close(): Promise<void> }> {
  const metrics = createMetrics();
  const report = (error: Error) => process.stderr.write(`${error.message}\n`);
  const { app } = createHttpEntrance({ gateway, metrics, report, bodies: createBodies() });
  const server = await openHttpServer({ fetch: app.fetch as never, host: '127.0.0.1', port: 0, metrics, report });
  return { port: server.address.port, close: () => server.drain() };
}

function loadOf(dataset: Dataset, port: number): Omit<FairnessLoad, 'seconds'> {
  return { port, inFlight, dataset, keys: dataset.keys };
}

/** Runs the load on its own thread, so that its own work does not count as waiting time. */
function runLoad(asked: FairnessLoad): Promise<LoadResult> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(path.join(import.meta.dirname, '../fairness-load.ts'), { workerData: asked });
    worker.once('message', (result: LoadResult) => {
      if (result.failures > 0) reject(new Error(`${result.failures} of ${result.calls} calls failed: ${result.firstFailure}`));
      else resolve(result);
    });
    worker.once('error', reject);
  });
}

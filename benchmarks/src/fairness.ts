import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { keyRing, requestMaker } from './calls.ts';
import { type ServerChild, startServer } from './child.ts';
import { type Dataset, makeDataset } from './dataset.ts';
import type { FairnessLoad } from './fairness-load.ts';
import { type LoadResult, load } from './load.ts';

export interface FairnessOptions {
  folder: string;
  seconds: number;
  documents: number;
}

const busyKeys = 40;
const waitingCalls = 1000;
const burst = 3000;
/** Far above the load, because waiting is measured, not the limit. */
const callsPerMinute = 1_000_000;

/** Measures one call at a time of an otherwise idle key while others have taken all places, and a burst of new connections. // D51 */
export async function measureFairness({ folder, seconds, documents }: FairnessOptions): Promise<Record<string, string | number>[]> {
  const dataset = await makeDataset(folder, { documents, activityRows: 0, keys: busyKeys + 1 });
  const gateway = await startServer('gateway-server', dataset.file, String(callsPerMinute));
  try {
    const quiet = await callOneAtATime(gateway, dataset, seconds / 2);
    const busy = runLoad({ port: gateway.port, inFlight: waitingCalls, seconds: seconds + 2, dataset, keys: dataset.keys.slice(1) });
    await pause(1000);
    const beside = await callOneAtATime(gateway, dataset, seconds);
    const others = await busy;
    const { rssBytes } = await gateway.usage();
    return [
      rowOf('idle key, quiet', quiet),
      rowOf(`idle key beside ${waitingCalls} waiting calls of ${busyKeys} keys`, beside),
      { ...rowOf(`those ${waitingCalls}`, others), MB: Math.round(rssBytes / 1e6) },
      await openAtOnce(gateway, dataset),
    ];
  } finally {
    await gateway.stop();
  }
}

function callOneAtATime({ port }: ServerChild, dataset: Dataset, seconds: number): Promise<LoadResult> {
  return load({ port, inFlight: 1, seconds, nextRequest: requestMaker('read_doc', dataset, keyRing(dataset.keys.slice(0, 1))) });
}

function runLoad(asked: FairnessLoad): Promise<LoadResult> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(path.join(import.meta.dirname, 'fairness-load.ts'), { workerData: asked });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

function rowOf(what: string, { calls, failures, p50Micros, p99Micros }: LoadResult): Record<string, string | number> {
  return { what, calls, 'not 200': failures, 'p50 ms': (p50Micros / 1000).toFixed(1), 'p99 ms': (p99Micros / 1000).toFixed(1) };
}

/** Counts the answers to the first call of each of many new connections. Every connection must get an answer. */
async function openAtOnce({ port }: ServerChild, dataset: Dataset): Promise<Record<string, string | number>> {
  const nextRequest = requestMaker('whoami', dataset, keyRing(dataset.keys));
  const began = performance.now();
  const outcomes = await Promise.all(Array.from({ length: burst }, () => callOnce(port, nextRequest())));
  const count = (outcome: string) => outcomes.filter((each) => each === outcome).length;
  return {
    what: `${burst} connections at once`,
    calls: count('200'),
    'not 200': count('503'),
    unanswered: outcomes.length - count('200') - count('503'),
    'last ms': Math.round(performance.now() - began),
  };
}

function callOnce(port: number, request: Buffer): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => socket.write(request));
    socket.once('error', ({ message }) => resolve(message));
    socket.once('close', () => resolve('closed'));
    socket.once('data', (chunk) => {
      resolve(chunk.toString('latin1').slice(9, 12));
      socket.destroy();
    });
  });
}

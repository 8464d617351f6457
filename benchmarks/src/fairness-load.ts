import { parentPort, workerData } from 'node:worker_threads';
import { keyRing, measuredCalls } from './calls.ts';
import type { Dataset } from './dataset.ts';
import { load } from './load.ts';
import { toolRequestMaker } from './tool-request.ts';

export interface FairnessLoad {
  port: number;
  inFlight: number;
  seconds: number;
  dataset: Dataset;
  keys: string[];
}

/** Mixed load of programs: mostly reads, every fifth call an edit, every tenth a search. */
const mixed = ['read_doc', 'list_docs', 'edit_doc', 'find_text', 'read_doc', 'search', 'edit_doc', 'read_doc', 'list_docs', 'whoami'];

// Runs on a separate thread, so that measured calls do not wait for the load's own work.
const { port, inFlight, seconds, dataset, keys } = workerData as FairnessLoad;
const ring = keyRing(keys);
const makers = mixed.map((tool) =>
  toolRequestMaker(tool, ring, (index) => (measuredCalls[tool] as (from: Dataset, at: number) => object)(dataset, index)),
);
let next = 0;
parentPort?.postMessage(
  await load({ port, inFlight, seconds, nextRequest: () => (makers[next++ % makers.length] as (typeof makers)[0])() }),
);

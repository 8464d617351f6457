import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { threadEnvironment } from '@gatehouse/domain/processes';
import type { ThreadLimits } from './check-messages.ts';

const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8, stackSizeMb: 4 };

/** Starts a thread for checks. */
export function startWorker(limits: ThreadLimits): Worker {
  const script = new URL(`./check-worker${path.extname(import.meta.filename)}`, import.meta.url);
  return new Worker(script, { resourceLimits, env: threadEnvironment(), execArgv: [], workerData: limits });
}

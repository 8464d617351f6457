import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { threadEnvironment } from './thread-environment.ts';

const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 };

/** Starts a thread that takes back changes of texts: it receives a `MergeRequest` and answers with a `TextTakenBack`. */
export function startMergeWorker(): Worker {
  const script = new URL(`./merge-worker${path.extname(import.meta.filename)}`, import.meta.url);
  return new Worker(script, { resourceLimits, env: threadEnvironment(), execArgv: [] });
}

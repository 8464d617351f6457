import { createCallerQueue, secondMs } from '@gatehouse/domain';
import { startMergeWorker } from '@gatehouse/domain/processes';
import type { TextTakenBack } from '@gatehouse/domain/take-back';
import { LRUCache } from 'lru-cache';
import { overloaded } from '../../kernel/errors/errors.ts';
import type { Merged, MergeJob, TextMerger } from '../../kernel/ports/text-merger.ts';

/** What is used of a worker. */
export type MergeWorker = Pick<
  ReturnType<typeof startMergeWorker>,
  'on' | 'once' | 'removeAllListeners' | 'postMessage' | 'cpuUsage' | 'terminate' | 'ref' | 'unref'
>;

export interface TextMergerOptions {
  /** Processor time that a job may take. Milliseconds. */
  jobMs?: number;
  /** How often it is looked how much that was. Milliseconds. */
  lookMs?: number;
  /** How long a job may take by the clock, whatever else the machine has to do. Milliseconds. */
  patienceMs?: number;
  /** A thread that had nothing to do for this long is ended. Milliseconds. */
  idleMs?: number;
  /** Characters of results that are kept: a preview, a comparison and the take-back itself need the same ones. */
  keptLength?: number;
  /** Tests put a fake there. */
  start?: () => MergeWorker;
}

const busy = () => overloaded('too many large texts are being merged, and nothing was changed; try again in a second');

/** One thread that merges one text at a time, in turns by caller. It starts with the first large text. */
export function createTextMerger({
  jobMs = 10 * secondMs,
  lookMs = secondMs,
  patienceMs = 60 * secondMs,
  idleMs = 30 * secondMs,
  keptLength = 8 * 1024 * 1024,
  start = startMergeWorker,
}: TextMergerOptions = {}): TextMerger {
  const kept = new LRUCache<string, { merged: Merged }>({ maxSize: keptLength });
  let worker: MergeWorker | undefined;
  let idle: NodeJS.Timeout | undefined;
  const queue = createCallerQueue('merges', busy);

  function end(): void {
    const ended = worker;
    worker = undefined;
    clearTimeout(idle);
    void ended?.terminate();
  }

  function stopListening(used: MergeWorker): void {
    for (const event of ['message', 'error', 'exit']) used.removeAllListeners(event);
  }

  /** An error in an idle thread harms no job, and the next job starts another thread. Without a listener the error would end the process. */
  function keepIdle(used: MergeWorker): void {
    const forget = () => {
      if (worker === used) end();
    };
    used.on('error', forget);
    used.on('exit', forget);
    used.unref();
    idle = setTimeout(end, idleMs).unref();
  }

  async function mergeOnThread({ before, versions }: MergeJob): Promise<Merged> {
    clearTimeout(idle);
    const used = (worker ??= start());
    stopListening(used);
    used.ref();
    const { promise, resolve, reject } = Promise.withResolvers<Merged>();
    used.once('message', (merged: TextTakenBack) => resolve(merged));
    used.once('error', (error) => {
      end();
      if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve(null);
      else reject(error);
    });
    used.once('exit', () => reject(new Error('the thread that merges texts has ended')));
    const beganAt = performance.now();
    const began = await usedMs(used);
    const look = setInterval(async () => {
      const isTooLong = (await usedMs(used)) - began >= jobMs;
      if (!isTooLong && performance.now() - beganAt < patienceMs) return;
      if (isTooLong) resolve(null);
      else reject(busy());
      end();
    }, lookMs);
    used.postMessage({ before, versions });
    try {
      return await promise;
    } finally {
      clearInterval(look);
      stopListening(used);
      keepIdle(used);
    }
  }

  return {
    find: (key) => kept.get(key)?.merged,
    merge: (job, caller) =>
      queue.run(caller, async () => {
        const known = kept.get(job.key);
        if (known) return known.merged;
        const merged = await mergeOnThread(job);
        kept.set(job.key, { merged }, { size: Math.min(lengthOf(job, merged), keptLength) });
        return merged;
      }),
  };
}

async function usedMs(worker: MergeWorker): Promise<number> {
  // A thread that is gone has told so.
  const { user, system } = await worker.cpuUsage().catch(() => ({ user: 0, system: 0 }));
  return (user + system) / 1000;
}

/** The size of a result in characters: its key and its texts. */
const lengthOf = ({ key }: MergeJob, merged: Merged) =>
  (merged?.places ?? []).reduce((sum, { was }) => sum + was.length, key.length + (merged?.text.length ?? 0));

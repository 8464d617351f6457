import { createCallerCache, createCallerQueue, secondMs } from '@gatehouse/domain';
import { createBoundedThread, startMergeWorker, type ThreadWorker } from '@gatehouse/domain/processes';
import type { TextTakenBack } from '@gatehouse/domain/take-back';
import { overloaded } from '../../../kernel/errors/errors.ts';
import type { Merged, MergeJob, TextMerger } from '../../../kernel/ports/text-merger.ts';

export interface TextMergerOptions {
  /** Processor time that a job may take. Milliseconds. */
  jobMs?: number;
  /** Maximum wall-clock time of a job, even on a busy machine. Milliseconds. */
  patienceMs?: number;
  /** Idle time after which the thread ends. Milliseconds. */
  idleMs?: number;
  /** Maximum characters of cached results. */
  keptLength?: number;
  /** Creates the worker. Tests set a fake one. */
  start?: () => ThreadWorker;
}

const busy = () => overloaded('too many large texts are being merged; nothing was changed; try again in a second');

/** One thread that merges one text at a time, in turns by caller. It starts with the first large text. */
export function createTextMerger({
  jobMs = 10 * secondMs,
  patienceMs = 60 * secondMs,
  idleMs = 30 * secondMs,
  keptLength,
  start = startMergeWorker,
}: TextMergerOptions = {}): TextMerger {
  const kept = createCallerCache<{ merged: Merged }>('merges', keptLength);
  const thread = createBoundedThread<TextTakenBack>({ start, idleMs });
  const queue = createCallerQueue('merges', busy);

  async function mergeOnThread({ before, versions }: MergeJob): Promise<Merged> {
    return await thread.run<Merged>({
      request: { before, versions },
      take: (merged, job) => job.end(merged),
      limit: { processorMs: jobMs, result: null },
      outOfMemory: () => null,
      patienceMs,
      late: busy,
    });
  }

  return {
    find: (key) => kept.get(key)?.merged,
    merge: (job, caller) =>
      queue.run(caller, async () => {
        const known = kept.get(job.key);
        if (known) return known.merged;
        const merged = await mergeOnThread(job);
        kept.set(caller, job.key, { merged }, lengthOf(job, merged));
        return merged;
      }),
  };
}

/** The size of a result in characters: its key and its texts. */
const lengthOf = ({ key }: MergeJob, merged: Merged) =>
  (merged?.places ?? []).reduce((sum, { was }) => sum + was.length, key.length + (merged?.text.length ?? 0));

import { createCallerQueue, type Extracted, minuteMs, secondMs } from '@gatehouse/domain';
import type { ExtractionJob } from './extraction-job.ts';
import { type RunningChild, runChild } from './run-child.ts';
import { type Child, startChild } from './start-child.ts';

export interface Extractor {
  /** Rejects only for causes outside the file: bytes that do not arrive, a process that does not start, or too many waiting jobs. */
  extract(job: ExtractionJob, caller: string): Promise<Extracted>;
  /** Ends the process. A job under way is rejected. */
  close(): Promise<void>;
}

export interface ExtractorOptions {
  /** Creates the error for too many waiting jobs of a caller. */
  refuse: () => Error;
  /** Processor time of one job. Milliseconds. */
  processorMs?: number;
  /** Time limit of one job by wall clock, whatever the load of the machine. Milliseconds. */
  patienceMs?: number;
  residentBytes?: number;
  /** Interval of checks of the process. On systems other than Linux, each check starts a process. Milliseconds. */
  lookMs?: number;
  /** A process that was idle for this time is ended. Milliseconds. */
  idleMs?: number;
  start?: () => Child;
}

const mebibyte = 1024 * 1024;

/** Runs one process. It starts with the first job, reads one file at a time, and ends when no jobs are left. Callers take turns. // D75 */
export function openExtractor({
  refuse,
  processorMs = 20 * secondMs,
  patienceMs = 5 * minuteMs,
  residentBytes = 512 * mebibyte,
  lookMs = process.platform === 'linux' ? 50 : 500,
  idleMs = 10 * secondMs,
  start = startChild,
}: ExtractorOptions): Extractor {
  const queue = createCallerQueue('extractions', refuse);
  let child: RunningChild | undefined;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function extractOnChild(job: ExtractionJob): Promise<Extracted> {
    clearTimeout(idle);
    if (isClosed) throw new Error('text is no longer extracted: the gateway is stopping');
    const used = (child ??= runChild(start));
    const before = await used.usage();
    const began = performance.now();
    let isLooking = false;
    const look = setInterval(async () => {
      if (isLooking) return;
      isLooking = true;
      const now = await used.usage();
      isLooking = false;
      const isSlow = performance.now() - began > patienceMs || (now?.processorMs ?? 0) - (before?.processorMs ?? 0) > processorMs;
      if (isSlow) used.end('too_slow');
      else if ((now?.residentBytes ?? 0) > residentBytes) used.end('too_much_memory');
    }, lookMs);
    try {
      return await used.extract(job);
    } finally {
      clearInterval(look);
      if (used.hasEnded()) child = undefined;
      else idle = setTimeout(() => endChild(), idleMs).unref();
    }
  }

  function endChild(): Promise<void> {
    clearTimeout(idle);
    const ended = child;
    child = undefined;
    ended?.end();
    return ended?.ended ?? Promise.resolve();
  }

  return {
    extract: (job, caller) => queue.run(caller, () => extractOnChild(job)),
    close() {
      isClosed = true;
      return endChild();
    },
  };
}

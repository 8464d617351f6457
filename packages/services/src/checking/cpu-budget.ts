import { milliseconds } from './processor-time.ts';

export interface RationOptions {
  /** What can be saved up. Milliseconds of processor time. */
  maxMs: number;
  /** The part of the time that comes in. */
  share: number;
  clock?: () => number;
  /** What this thread has used of the processor. Milliseconds. */
  used?: () => number;
}

/** Does work for as long as there is time for it, and gives undefined when there is not: on average it takes a share of the time. */
export function createRation({
  maxMs,
  share,
  clock = () => performance.now(),
  used = () => milliseconds(process.threadCpuUsage()),
}: RationOptions) {
  let left = maxMs;
  let at = clock();

  return <Made>(work: () => Made): Made | undefined => {
    const now = clock();
    left = Math.min(maxMs, left + share * (now - at));
    at = now;
    if (left <= 0) return undefined;
    const before = used();
    try {
      return work();
    } finally {
      left -= used() - before;
    }
  };
}

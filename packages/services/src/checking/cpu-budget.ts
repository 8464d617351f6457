import { milliseconds } from './processor-time.ts';

export interface RationOptions {
  /** Maximum processor time that can be saved up. Milliseconds. */
  maxMs: number;
  /** Share of the elapsed time that is added. */
  share: number;
  clock?: () => number;
  /** Processor time that this thread has used. Milliseconds. */
  used?: () => number;
}

/** Does work while there is time for it, otherwise returns undefined. On average it takes a share of the time. */
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

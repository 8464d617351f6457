import { overloaded } from '@gatehouse/core';
import type { CheckJob, CheckOutcome, CheckThread } from './check-thread.ts';

export interface CheckQueueOptions {
  /** For checks of callers whose checks came to an end by themselves. */
  prompt: CheckThread;
  /** For those of callers who had one ended lately, so that they hold up nobody else. */
  slow: CheckThread;
  /** How long a check may wait for a place. Milliseconds. */
  waitMs: number;
  clock?: () => number;
}

/** Gives checks to threads in the order in which they came: one at a time for each caller, and for each thread (D33). */
export interface CheckQueue {
  /** Rejects with 503 when there was no place in time, and with the signal's reason. */
  run(caller: string, job: CheckJob, signal: AbortSignal): Promise<CheckOutcome>;
}

interface Waiting {
  caller: string;
  job: CheckJob;
  begin: () => void;
}

/**
 * How long a thread rests after a check that had to be ended, as a multiple of what it took: who sends such checks has a core busy for a
 * part of the time only, and the threads start anew with the next.
 */
const rests = { prompt: 1, slow: 3 };
const slowForMs = 60_000;
const mostSlowCallers = 10_000;

export function createCheckQueue({ prompt, slow, waitMs, clock = () => performance.now() }: CheckQueueOptions): CheckQueue {
  const waiting: Waiting[] = [];
  const checkedCallers = new Set<string>();
  const busyThreads = new Set<CheckThread>();
  const slowUntil = new Map<string, number>();

  const threadOf = (caller: string): CheckThread => ((slowUntil.get(caller) ?? 0) > clock() ? slow : prompt);

  function beginWhatCan(): void {
    for (const one of [...waiting]) {
      if (checkedCallers.has(one.caller) || busyThreads.has(threadOf(one.caller))) continue;
      waiting.splice(waiting.indexOf(one), 1);
      one.begin();
    }
  }

  function place(caller: string, job: CheckJob, signal: AbortSignal): Promise<CheckThread> {
    const { promise, resolve, reject } = Promise.withResolvers<CheckThread>();
    const leave = (error: unknown) => {
      const at = waiting.indexOf(one);
      if (at !== -1) waiting.splice(at, 1);
      reject(error);
    };
    const one: Waiting = {
      caller,
      job,
      begin() {
        const thread = threadOf(caller);
        checkedCallers.add(caller);
        busyThreads.add(thread);
        resolve(thread);
      },
    };
    const timer = setTimeout(() => leave(noPlace()), waitMs);
    const onAbort = () => leave(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    waiting.push(one);
    if (signal.aborted) onAbort();
    beginWhatCan();
    return promise.finally(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    });
  }

  function free(thread: CheckThread): void {
    busyThreads.delete(thread);
    beginWhatCan();
  }

  function noteSlow(caller: string): void {
    slowUntil.delete(caller);
    slowUntil.set(caller, clock() + slowForMs);
    if (slowUntil.size > mostSlowCallers) slowUntil.delete(slowUntil.keys().next().value as string);
  }

  return {
    async run(caller, job, signal) {
      const thread = await place(caller, job, signal);
      const began = clock();
      let wasEnded = false;
      try {
        const outcome = await thread.run(job);
        wasEnded = outcome.state === 'ended';
        if (wasEnded) noteSlow(caller);
        return outcome;
      } finally {
        checkedCallers.delete(caller);
        if (wasEnded) setTimeout(() => free(thread), rests[thread === slow ? 'slow' : 'prompt'] * (clock() - began)).unref();
        else free(thread);
      }
    },
  };
}

function noPlace() {
  return overloaded('the gateway is busy checking the arguments of other calls, and nothing was sent; try again in a second');
}

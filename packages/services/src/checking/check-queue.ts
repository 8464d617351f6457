import { overloaded } from '@gatehouse/core';
import { minuteMs } from '@gatehouse/domain';
import { LRUCache } from 'lru-cache';
import type { CheckJob, CheckOutcome, CheckThread } from './check-thread.ts';

export interface CheckQueueOptions {
  /** Where checks begin. It gives up after some milliseconds, so that none holds up the others. */
  quick: CheckThread;
  /** For what was given up there, and for schemas of which that happened lately. */
  patient: CheckThread;
  /** For callers whose checks had to be ended lately: they hold up nobody but one another. */
  confined: CheckThread;
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
  /** Given up by the quick thread; it keeps its caller's place. */
  goesOn: boolean;
  begin: (thread: CheckThread) => void;
}

/** How long it is kept in mind of a caller or a schema that its check had to be ended. */
const rememberedForMs = 5 * minuteMs;
const maxRemembered = 10_000;
/** The confined thread rests after a check that was ended, for as long as it took but no longer: half of a processor is left to others. */
const maxRestMs = 250;

export function createCheckQueue({ quick, patient, confined, waitMs, clock = () => performance.now() }: CheckQueueOptions): CheckQueue {
  const waiting: Waiting[] = [];
  const checkedCallers = new Set<string>();
  const busyThreads = new Set<CheckThread>();
  const confinedUntil = new LRUCache<string, number>({ max: maxRemembered });
  const patientUntil = new LRUCache<string, number>({ max: maxRemembered });

  function threadOf({ caller, job, goesOn }: Waiting): CheckThread {
    if ((confinedUntil.get(caller) ?? 0) > clock()) return confined;
    return goesOn || (patientUntil.get(job.hash) ?? 0) > clock() ? patient : quick;
  }

  function beginWhatCan(): void {
    for (const one of [...waiting]) {
      const thread = threadOf(one);
      if (busyThreads.has(thread) || (checkedCallers.has(one.caller) && !one.goesOn)) continue;
      waiting.splice(waiting.indexOf(one), 1);
      checkedCallers.add(one.caller);
      busyThreads.add(thread);
      one.begin(thread);
    }
  }

  function place(one: Omit<Waiting, 'begin'>, signal: AbortSignal): Promise<CheckThread> {
    const { promise, resolve, reject } = Promise.withResolvers<CheckThread>();
    const entry: Waiting = { ...one, begin: resolve };
    const leave = (error: unknown) => {
      const at = waiting.indexOf(entry);
      if (at !== -1) waiting.splice(at, 1);
      reject(error);
    };
    const timer = setTimeout(() => leave(noPlace()), waitMs);
    const onAbort = () => leave(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    waiting.push(entry);
    if (signal.aborted) onAbort();
    beginWhatCan();
    return promise.finally(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    });
  }

  async function runOn(thread: CheckThread, caller: string, job: CheckJob): Promise<CheckOutcome> {
    const began = clock();
    let restMs = 0;
    try {
      const outcome = await thread.run(job);
      if (outcome.state === 'ended') {
        if (thread === quick) patientUntil.set(job.hash, clock() + rememberedForMs);
        else confinedUntil.set(caller, clock() + rememberedForMs);
        if (thread === confined) restMs = Math.min(clock() - began, maxRestMs);
      }
      return outcome;
    } finally {
      const free = () => {
        busyThreads.delete(thread);
        beginWhatCan();
      };
      if (restMs > 0) setTimeout(free, restMs).unref();
      else free();
    }
  }

  return {
    async run(caller, job, signal) {
      const thread = await place({ caller, job, goesOn: false }, signal);
      try {
        const outcome = await runOn(thread, caller, job);
        if (thread !== quick || outcome.state !== 'ended') return outcome;
        return await runOn(await place({ caller, job, goesOn: true }, signal), caller, job);
      } finally {
        checkedCallers.delete(caller);
        beginWhatCan();
      }
    },
  };
}

function noPlace() {
  return overloaded('the gateway is busy checking the arguments of other calls, and nothing was sent; try again in a second');
}

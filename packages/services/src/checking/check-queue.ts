import { overloaded } from '@gatehouse/core';
import { createCallerQueue, minuteMs } from '@gatehouse/domain';
import { LRUCache } from 'lru-cache';
import type { CheckJob, CheckOutcome, CheckThread } from './check-thread.ts';

export interface CheckQueueOptions {
  /** First thread for checks. It gives up after some milliseconds, so that no check delays the others. */
  quick: CheckThread;
  /** Thread for checks that the quick one gave up, and for schemas of such checks in the last minutes. */
  patient: CheckThread;
  /** Thread for callers whose recent checks were ended. They delay only one another. */
  confined: CheckThread;
  /** Time that a check may wait for its caller's earlier ones, and then for a thread. Milliseconds. */
  waitMs: number;
  clock?: () => number;
}

/** Assigns checks to threads in turns: one at a time for each caller, and for each thread. // D33 */
export interface CheckQueue {
  /** Rejects with 503 if no place was free in time, or with the signal's reason. */
  run(caller: string, job: CheckJob, signal: AbortSignal): Promise<CheckOutcome>;
}

interface Check {
  caller: string;
  job: CheckJob;
  /** True if the quick thread gave it up. It keeps its caller's place. */
  goesOn: boolean;
}

/** Time for which a caller or a schema is remembered after a check that was ended. */
const rememberedForMs = 5 * minuteMs;
const maxRemembered = 10_000;
/**
 * Maximum rest of the confined thread after a check that was ended. It rests as long as the check took, up to this limit, so that other
 * work gets half of a processor.
 */
const maxRestMs = 250;

export function createCheckQueue({ quick, patient, confined, waitMs, clock = () => performance.now() }: CheckQueueOptions): CheckQueue {
  const patience = { patienceMs: waitMs };
  const callers = createCallerQueue('checks', noPlace, patience);
  const openThread = (thread: CheckThread) => ({ thread, queue: createCallerQueue('checksOfThread', noPlace, patience) });
  const threads = { quick: openThread(quick), patient: openThread(patient), confined: openThread(confined) };
  const confinedUntil = new LRUCache<string, number>({ max: maxRemembered });
  const patientUntil = new LRUCache<string, number>({ max: maxRemembered });

  function kindFor({ caller, job, goesOn }: Check): keyof typeof threads {
    if ((confinedUntil.get(caller) ?? 0) > clock()) return 'confined';
    return goesOn || (patientUntil.get(job.hash) ?? 0) > clock() ? 'patient' : 'quick';
  }

  /** Waits for a thread. During the wait, the same schema may be assigned to another thread. */
  async function enterThread(check: Check, signal: AbortSignal) {
    for (;;) {
      const kind = kindFor(check);
      const leave = await threads[kind].queue.enter(check.caller, signal);
      if (kindFor(check) === kind) return { kind, leave };
      leave();
    }
  }

  async function runOnThread(check: Check, signal: AbortSignal) {
    const { kind, leave } = await enterThread(check, signal);
    const began = clock();
    let restMs = 0;
    try {
      const outcome = await threads[kind].thread.run(check.job);
      if (outcome.state === 'ended') {
        if (kind === 'quick') patientUntil.set(check.job.hash, clock() + rememberedForMs);
        else confinedUntil.set(check.caller, clock() + rememberedForMs);
        if (kind === 'confined') restMs = Math.min(clock() - began, maxRestMs);
      }
      return { outcome, isGivenUp: kind === 'quick' && outcome.state === 'ended' };
    } finally {
      if (restMs > 0) setTimeout(leave, restMs).unref();
      else leave();
    }
  }

  async function check(caller: string, job: CheckJob, signal: AbortSignal): Promise<CheckOutcome> {
    const first = await runOnThread({ caller, job, goesOn: false }, signal);
    return first.isGivenUp ? (await runOnThread({ caller, job, goesOn: true }, signal)).outcome : first.outcome;
  }

  return {
    run: (caller, job, signal) => callers.run(caller, () => check(caller, job, signal), signal),
  };
}

function noPlace() {
  return overloaded('the gateway is busy checking arguments of other calls; nothing was sent; try again in a second');
}

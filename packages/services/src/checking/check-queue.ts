import { overloaded } from '@gatehouse/core';
import { createCallerQueue, minuteMs } from '@gatehouse/domain';
import { LRUCache } from 'lru-cache';
import type { CheckJob, CheckOutcome, CheckThread } from './check-thread.ts';

export interface CheckQueueOptions {
  /** Where checks begin. It gives up after some milliseconds, so that none holds up the others. */
  quick: CheckThread;
  /** For what was given up there, and for schemas of which that happened lately. */
  patient: CheckThread;
  /** For callers whose checks had to be ended lately: they hold up nobody but one another. */
  confined: CheckThread;
  /** Time that a check may wait for its caller's earlier ones, and then for a thread. Milliseconds. */
  waitMs: number;
  clock?: () => number;
}

/** Gives checks to threads in turns: one at a time for each caller, and for each thread (D33). */
export interface CheckQueue {
  /** Rejects with 503 when there was no place in time, and with the signal's reason. */
  run(caller: string, job: CheckJob, signal: AbortSignal): Promise<CheckOutcome>;
}

interface Check {
  caller: string;
  job: CheckJob;
  /** Given up by the quick thread; it keeps its caller's place. */
  goesOn: boolean;
}

/** How long it is kept in mind of a caller or a schema that its check had to be ended. */
const rememberedForMs = 5 * minuteMs;
const maxRemembered = 10_000;
/** The confined thread rests after a check that was ended, for as long as it took but no longer: half of a processor is left to others. */
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

  /** Waits for a thread. While it waits, the same schema can turn out to be for another one. */
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
  return overloaded('the gateway is busy checking the arguments of other calls, and nothing was sent; try again in a second');
}

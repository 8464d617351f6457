import { type ArgumentFault, type JsonObject, overloaded } from '@gatehouse/core';
import { createBoundedThread, type ThreadWorker } from '@gatehouse/domain/processes';
import type { CheckReply, ThreadLimits } from './check-messages.ts';
import { startWorker } from './start-worker.ts';

export interface CheckJob {
  hash: string;
  schema: JsonObject;
  given: JsonObject;
}

export type CheckOutcome =
  | { state: 'checked'; faults: ArgumentFault[] }
  | { state: 'unusable'; why: string }
  /** The check was ended: its schema took too long to compile, or its arguments took too much time or memory. */
  | { state: 'ended'; why: 'compiling' | 'time' | 'memory' };

/** A thread that checks arguments, one job at a time. A job that does not end in its time is ended together with the thread. */
export interface CheckThread {
  /** Rejects with 503 if the machine was too busy to run it. */
  run(job: CheckJob): Promise<CheckOutcome>;
  close(): Promise<void>;
}

export interface CheckThreadOptions extends ThreadLimits {
  /**
   * Time limit for compiling a schema. It is separate because the arguments do not cause the compilation. Milliseconds of processor time.
   */
  compileMs: number;
  /** Time limit of a job by wall clock, independent of the machine's load. Milliseconds. */
  jobMs: number;
  /** A thread that was idle for this time is ended. Milliseconds. */
  idleMs: number;
  /** Replaced by a fake in tests. */
  start?: (limits: ThreadLimits) => ThreadWorker;
}

/** Additional time for a check that cannot interrupt itself, so that one that can is never ended from outside. Milliseconds. */
const graceMs = 50;

const outOf = (why: 'compiling' | 'time' | 'memory'): CheckOutcome => ({ state: 'ended', why });

export function createCheckThread({ compileMs, jobMs, idleMs, start = startWorker, ...limits }: CheckThreadOptions): CheckThread {
  const thread = createBoundedThread<CheckReply>({ start: () => start(limits), idleMs, restarts: true });

  function runOnce({ hash, schema, given }: CheckJob): Promise<CheckOutcome> {
    const request = { hash, given: JSON.stringify(given), schema: undefined };
    return thread.run<CheckOutcome>({
      request,
      take(reply, job) {
        if (reply.state === 'wanted') job.send({ ...request, schema: JSON.stringify(schema) });
        else if (!('usedMs' in reply)) job.end(reply);
        else if (reply.state === 'compiling') job.allow(compileMs, reply.usedMs, outOf('compiling'));
        else job.allow(limits.checkMs + graceMs, reply.usedMs, outOf('time'));
      },
      outOfMemory: () => outOf('memory'),
      patienceMs: jobMs,
      late: () => overloaded('the gateway is too busy to check these arguments; nothing was sent; try again in a second'),
    });
  }

  return {
    async run(job) {
      const isFirst = thread.jobsGiven === 0;
      const outcome = await runOnce(job);
      // Schemas compiled earlier for other calls may have filled the memory, so the job runs once more on a new thread.
      return outcome.state === 'ended' && outcome.why === 'memory' && !isFirst ? await runOnce(job) : outcome;
    },
    close: () => thread.close(new Error('the checks of arguments are closed')),
  };
}

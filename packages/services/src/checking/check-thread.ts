import type { Worker } from 'node:worker_threads';
import { type ArgumentFault, type JsonObject, overloaded } from '@gatehouse/core';
import type { CheckReply, CheckRequest, ThreadLimits } from './check-messages.ts';
import { milliseconds } from './processor-time.ts';
import { startWorker } from './start-worker.ts';

export interface CheckJob {
  hash: string;
  schema: JsonObject;
  given: JsonObject;
}

export type CheckOutcome =
  | { state: 'checked'; faults: ArgumentFault[] }
  | { state: 'unusable'; why: string }
  /** The check was ended: its schema took too long to compile, or its arguments longer, or more memory, than they may. */
  | { state: 'ended'; why: 'compiling' | 'time' | 'memory' };

/** A thread that checks arguments, one job at a time. A job that does not end by itself in its time is ended with it. */
export interface CheckThread {
  /** Rejects with 503 when the machine gave it no time. */
  run(job: CheckJob): Promise<CheckOutcome>;
  close(): Promise<void>;
}

export interface CheckThreadOptions extends ThreadLimits {
  /** How long a schema may be compiled, which is not the fault of the arguments it is compiled for. Milliseconds of processor time. */
  compileMs: number;
  /** How long a job may take by the clock on the wall, whatever else the machine has to do. Milliseconds. */
  jobMs: number;
  /** A thread that had nothing to do for this long is ended. Milliseconds. */
  idleMs: number;
  /** Tests put a fake there. */
  start?: (limits: ThreadLimits) => CheckWorker;
}

/** What is used of a worker. */
export type CheckWorker = Pick<Worker, 'on' | 'postMessage' | 'cpuUsage' | 'terminate' | 'ref' | 'unref'>;

/** A check that cannot be interrupted has this much more time, so that one that can is never ended from outside. */
const graceMs = 50;

interface Running {
  job: CheckJob;
  request: CheckRequest;
  timer: NodeJS.Timeout | undefined;
  done: (outcome: CheckOutcome) => void;
  fail: (error: Error) => void;
}

export function createCheckThread({ compileMs, jobMs, idleMs, start = startWorker, ...limits }: CheckThreadOptions): CheckThread {
  const stageMs = { compiling: compileMs, checking: limits.checkMs + graceMs };
  let worker: CheckWorker | undefined;
  /** To this worker. */
  let jobsGiven = 0;
  let running: Running | undefined;
  let idle: NodeJS.Timeout | undefined;

  function startNew(): CheckWorker {
    const started = start(limits);
    started.on('message', (reply: CheckReply) => started === worker && take(reply));
    started.on('error', (error) => started === worker && lose(error));
    return started;
  }

  function take(reply: CheckReply): void {
    if (!running) return;
    if (reply.state === 'wanted') worker?.postMessage({ ...running.request, schema: JSON.stringify(running.job.schema) });
    else if ('usedMs' in reply) enter(running, reply.state, reply.usedMs);
    else running.done(reply);
  }

  function enter(current: Running, stage: 'compiling' | 'checking', beganAtMs: number): void {
    const most = stageMs[stage];
    const look = async () => {
      // A thread that is gone has told so.
      const used = await worker?.cpuUsage().then(milliseconds, () => undefined);
      if (used === undefined || current !== running || current.timer !== timer) return;
      const left = most - (used - beganAtMs);
      if (left > 0) current.timer = timer = setTimeout(look, left);
      else giveUp(current, { state: 'ended', why: stage === 'compiling' ? 'compiling' : 'time' });
    };
    clearTimeout(current.timer);
    let timer = setTimeout(look, most);
    current.timer = timer;
  }

  /** The next job finds a thread that has started. */
  function giveUp(current: Running, outcome: CheckOutcome): void {
    void end();
    worker = startNew();
    current.done(outcome);
  }

  function lose(error: Error): void {
    const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    if (running && isMemory) giveUp(running, { state: 'ended', why: 'memory' });
    else {
      void end();
      running?.fail(error);
    }
  }

  async function end(): Promise<void> {
    const ended = worker;
    worker = undefined;
    jobsGiven = 0;
    clearTimeout(idle);
    await ended?.terminate();
  }

  async function runOnce(job: CheckJob): Promise<CheckOutcome> {
    clearTimeout(idle);
    worker ??= startNew();
    worker.ref();
    jobsGiven += 1;
    const { promise, resolve, reject } = Promise.withResolvers<CheckOutcome>();
    const request = { hash: job.hash, given: JSON.stringify(job.given), schema: undefined };
    running = { job, request, timer: undefined, done: resolve, fail: reject };
    const cut = setTimeout(() => {
      void end();
      reject(overloaded('the gateway is too busy to check these arguments, and nothing was sent; try again in a second'));
    }, jobMs);
    worker.postMessage(request);
    try {
      return await promise;
    } finally {
      clearTimeout(cut);
      clearTimeout(running.timer);
      running = undefined;
      worker?.unref();
      idle = setTimeout(() => void end(), idleMs).unref();
    }
  }

  return {
    async run(job) {
      const isFirst = jobsGiven === 0;
      const outcome = await runOnce(job);
      // What others had compiled before it may have filled the memory.
      return outcome.state === 'ended' && outcome.why === 'memory' && !isFirst ? await runOnce(job) : outcome;
    },
    async close() {
      running?.fail(new Error('the checks of arguments are closed'));
      await end();
    },
  };
}

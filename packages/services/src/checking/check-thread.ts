import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ArgumentFault, JsonObject } from '@gatehouse/core';
import type { CheckReply, CheckRequest } from './check-messages.ts';

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

/** A thread that checks arguments, one job at a time. It is ended with a job that takes too long, and started again for the next. */
export interface CheckThread {
  run(job: CheckJob): Promise<CheckOutcome>;
  close(): Promise<void>;
}

export interface CheckThreadOptions {
  /** How long arguments may be checked. Milliseconds. */
  checkMs: number;
  /** A thread that had nothing to do for this long is ended. Milliseconds. */
  idleMs: number;
}

const startMs = 10_000;
/** A schema is compiled once by a thread; that is not the fault of the arguments it is compiled for. */
const compileMs = 10_000;
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8, stackSizeMb: 4 };

interface Running {
  request: CheckRequest;
  job: CheckJob;
  stage: 'starting' | 'compiling' | 'checking';
  timer: NodeJS.Timeout | undefined;
  done: (outcome: CheckOutcome) => void;
  fail: (error: Error) => void;
}

export function createCheckThread({ checkMs, idleMs }: CheckThreadOptions): CheckThread {
  let worker: Worker | undefined;
  let isReady = false;
  let running: Running | undefined;
  let idle: NodeJS.Timeout | undefined;

  function start(): Worker {
    const script = new URL(`./check-worker${path.extname(import.meta.filename)}`, import.meta.url);
    const started = new Worker(script, { resourceLimits, env: {}, execArgv: [] });
    started.on('message', (reply: CheckReply) => started === worker && take(reply));
    started.on('error', (error) => started === worker && lose(error));
    return started;
  }

  function take(reply: CheckReply): void {
    if (reply.state === 'ready') isReady = true;
    if (!running) return;
    if (reply.state === 'ready') enter('compiling', compileMs);
    else if (reply.state === 'checking') enter('checking', checkMs);
    else if (reply.state === 'wanted') send({ ...running.request, schema: JSON.stringify(running.job.schema) });
    else finish(reply);
  }

  function send(request: CheckRequest): void {
    worker?.postMessage(request);
  }

  function enter(stage: Running['stage'], milliseconds: number): void {
    if (!running) return;
    const current = running;
    clearTimeout(current.timer);
    current.stage = stage;
    // What has been answered meanwhile waits behind timers: it is heard first.
    current.timer = setTimeout(() => setImmediate(() => current === running && current.stage === stage && giveUp(stage)), milliseconds);
  }

  function giveUp(stage: Running['stage']): void {
    void end();
    if (stage === 'starting') running?.fail(new Error(`a thread for checks did not start within ${startMs} ms`));
    else if (stage === 'compiling') running?.done({ state: 'ended', why: 'compiling' });
    else running?.done({ state: 'ended', why: 'time' });
  }

  function lose(error: Error): void {
    const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    void end();
    if (isMemory) running?.done({ state: 'ended', why: 'memory' });
    else running?.fail(error);
  }

  function finish(outcome: CheckOutcome): void {
    running?.done(outcome);
    worker?.unref();
    idle = setTimeout(() => void end(), idleMs).unref();
  }

  async function end(): Promise<void> {
    const ended = worker;
    worker = undefined;
    isReady = false;
    clearTimeout(idle);
    await ended?.terminate();
  }

  return {
    async run(job) {
      clearTimeout(idle);
      worker ??= start();
      worker.ref();
      const { promise, resolve, reject } = Promise.withResolvers<CheckOutcome>();
      const request = { hash: job.hash, given: JSON.stringify(job.given), schema: undefined };
      running = { job, request, stage: 'starting', timer: undefined, done: resolve, fail: reject };
      if (isReady) enter('compiling', compileMs);
      else enter('starting', startMs);
      send(request);
      try {
        return await promise;
      } finally {
        clearTimeout(running.timer);
        running = undefined;
      }
    },
    async close() {
      running?.fail(new Error('the checks of arguments are closed'));
      await end();
    },
  };
}

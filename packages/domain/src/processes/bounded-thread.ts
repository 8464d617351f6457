import type { Worker } from 'node:worker_threads';

/** Part of a worker that is used here. */
export type ThreadWorker = Pick<Worker, 'on' | 'postMessage' | 'cpuUsage' | 'terminate' | 'ref' | 'unref'>;

export interface BoundedThreadOptions {
  start: () => ThreadWorker;
  /** Maximum idle time before a thread is ended, in milliseconds. */
  idleMs: number;
  /** Replaces a thread that was ended for its job immediately, so that the next job finds one ready. */
  restarts?: boolean;
}

export interface ThreadJob<Message, Result> {
  /** Message for the thread. Undefined if the thread knows its job from its start. */
  request?: unknown;
  take(message: Message, job: RunningJob<Result>): void;
  /** Result of a job that fills the memory of its thread. It may throw. */
  outOfMemory(): Result;
  /** Maximum processor time of the whole job, and the result if it is used up. */
  limit?: { processorMs: number; result: Result };
  /** Maximum time of the job by the clock, in milliseconds, however busy the machine is. */
  patienceMs: number;
  late(): Error;
  signal?: AbortSignal | undefined;
}

export interface RunningJob<Result> {
  send(message: unknown): void;
  end(result: Result): void;
  fail(error: unknown): void;
  /** Ends the thread with `result` after it has used `ms` of processor time, counted from the moment it had used `sinceMs`. */
  allow(ms: number, sinceMs: number, result: Result): void;
}

/** A thread that does one job at a time, with limits. It starts with the first job. A job beyond its limits is ended with its thread. */
export interface BoundedThread<Message> {
  /** Number of jobs given to the present thread. */
  readonly jobsGiven: number;
  run<Result>(job: ThreadJob<Message, Result>): Promise<Result>;
  close(reason?: Error): Promise<void>;
}

interface Running<Message> {
  take(message: Message): void;
  fail(error: unknown): void;
  outOfMemory(): void;
}

export function createBoundedThread<Message>({ start, idleMs, restarts = false }: BoundedThreadOptions): BoundedThread<Message> {
  let worker: ThreadWorker | undefined;
  let jobsGiven = 0;
  let running: Running<Message> | undefined;
  let idle: NodeJS.Timeout | undefined;

  function startNew(): ThreadWorker {
    const started = start();
    started.on('message', (message: Message) => started === worker && running?.take(message));
    started.on('error', (error) => started === worker && lose(error));
    started.on('exit', () => started === worker && lose(new Error('the thread has ended')));
    return started;
  }

  function lose(error: Error): void {
    const lost = running;
    if (lost && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
      replace();
      lost.outOfMemory();
    } else {
      void end();
      lost?.fail(error);
    }
  }

  function replace(): void {
    void end();
    if (restarts) worker = startNew();
  }

  async function end(): Promise<void> {
    const ended = worker;
    worker = undefined;
    jobsGiven = 0;
    clearTimeout(idle);
    await ended?.terminate();
  }

  /** Processor time used. Undefined for a thread that is gone: it has reported that already. */
  async function usedMs(): Promise<number | undefined> {
    return await worker?.cpuUsage().then(
      ({ user, system }) => (user + system) / 1000,
      () => undefined,
    );
  }

  async function run<Result>(job: ThreadJob<Message, Result>): Promise<Result> {
    const { signal, patienceMs } = job;
    signal?.throwIfAborted();
    clearTimeout(idle);
    worker ??= startNew();
    worker.ref();
    jobsGiven += 1;
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    let timer: NodeJS.Timeout | undefined;
    const control: RunningJob<Result> = {
      send: (message) => worker?.postMessage(message),
      end: resolve,
      fail: reject,
      allow(ms, sinceMs, result) {
        const look = async () => {
          const used = await usedMs();
          if (used === undefined || current !== running || timer !== own) return;
          const left = ms - (used - sinceMs);
          if (left > 0) timer = own = setTimeout(look, left);
          else {
            replace();
            resolve(result);
          }
        };
        clearTimeout(timer);
        let own = setTimeout(look, ms);
        timer = own;
      },
    };
    const current: Running<Message> = {
      take(message) {
        try {
          job.take(message, control);
        } catch (error) {
          reject(error);
        }
      },
      fail: reject,
      outOfMemory() {
        try {
          resolve(job.outOfMemory());
        } catch (error) {
          reject(error);
        }
      },
    };
    running = current;
    const cut = setTimeout(() => {
      void end();
      reject(job.late());
    }, patienceMs);
    const onAbort = () => {
      void end();
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    const { limit, request } = job;
    if (limit) void usedMs().then((used = 0) => current === running && control.allow(limit.processorMs, used, limit.result));
    if (request !== undefined) worker.postMessage(request);
    try {
      return await promise;
    } finally {
      clearTimeout(cut);
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      running = undefined;
      worker?.unref();
      idle = setTimeout(() => void end(), idleMs).unref();
    }
  }

  return {
    get jobsGiven() {
      return jobsGiven;
    },
    run,
    async close(reason) {
      if (reason) running?.fail(reason);
      await end();
    },
  };
}

import type { Logger } from '../logger.ts';
import { restartDelayMs } from './restart-delay.ts';
import type { WorkerProcess } from './worker-process.ts';

/** One of a fixed number of worker processes. When its worker dies, another one takes the slot. */
export interface WorkerSlot {
  readonly worker: WorkerProcess | undefined;
  /** Workers that died while they were to serve. */
  readonly deaths: number;
  /** Resolves when its first worker listens. Rejects when that one cannot serve. */
  open(): Promise<void>;
  /** Puts a new worker here, which listens before the present one retires. Rejects when the new one cannot serve; then the old one stays. */
  replace(): Promise<void>;
  /** Resolves when nothing runs here any more. */
  close(): Promise<void>;
  kill(): void;
}

export interface WorkerSlotOptions {
  number: number;
  fork: () => WorkerProcess;
  logger: Logger;
  /** What a worker may take from being told to stop until it is gone. */
  stopsWithinMs: number;
  /** The same from being told to retire, when it first waits for its connections. */
  retiresWithinMs: number;
}

/** A worker that has served so long was well: its death says nothing about the next one's. */
const wellAfterMs = 10_000;

export function createWorkerSlot({ number, fork, logger, stopsWithinMs, retiresWithinMs }: WorkerSlotOptions): WorkerSlot {
  const alive = new Set<WorkerProcess>();
  let worker: WorkerProcess | undefined;
  let starting: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;
  let deaths = 0;
  let isClosing = false;

  function begin(): Promise<void> {
    clearTimeout(timer);
    return (starting ??= putWorker().finally(() => {
      starting = undefined;
    }));
  }

  async function putWorker(): Promise<void> {
    const next = fork();
    alive.add(next);
    void next.ended.then(() => alive.delete(next));
    await next.listening;
    worker = next;
    const since = performance.now();
    void next.ended.then((how) => worker === next && onDeath(next, how, performance.now() - since));
  }

  function onDeath({ pid = 0 }: WorkerProcess, how: string, servedMs: number): void {
    worker = undefined;
    if (isClosing) return;
    deaths++;
    failures = servedMs < wellAfterMs ? failures + 1 : 0;
    logger.error('a worker has ended and is started again', { worker: number, pid, how, inMs: restartDelayMs(failures) });
    if (!starting) beginLater();
  }

  function beginLater(): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      begin().catch((error: Error) => {
        if (isClosing) return;
        failures++;
        logger.error('a worker could not start and is tried again', {
          worker: number,
          error: error.message,
          inMs: restartDelayMs(failures),
        });
        beginLater();
      });
    }, restartDelayMs(failures));
  }

  async function leave(leaving: WorkerProcess, withinMs: number): Promise<void> {
    const tooLong = setTimeout(() => leaving.kill(), withinMs);
    await leaving.ended;
    clearTimeout(tooLong);
  }

  return {
    get worker() {
      return worker;
    },
    get deaths() {
      return deaths;
    },
    open: begin,
    async replace() {
      const old = worker;
      try {
        await begin();
      } catch (error) {
        // The old one may have died meanwhile.
        if (!worker && !isClosing) beginLater();
        throw error;
      }
      if (!old) return;
      old.retire();
      await leave(old, retiresWithinMs);
    },
    async close() {
      isClosing = true;
      clearTimeout(timer);
      const leaving = [...alive];
      for (const process of leaving) process.stop();
      await Promise.all(leaving.map((process) => leave(process, stopsWithinMs)));
    },
    kill() {
      for (const process of alive) process.kill();
    },
  };
}

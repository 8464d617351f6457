import cluster from 'node:cluster';
import { CommandError } from '../faults.ts';
import type { FromPrimary, FromWorker } from './messages.ts';
import { createMetricsExchange } from './metrics-exchange.ts';

/** A process that serves, as the primary sees it. */
export interface WorkerProcess {
  readonly pid: number | undefined;
  /** Rejects with what to tell the operator when it cannot serve. */
  readonly listening: Promise<void>;
  /** How it ended, in words. */
  readonly ended: Promise<string>;
  /** Its figures; undefined when it has none to give now. */
  metrics(): Promise<string | undefined>;
  /** Lets others take over: its clients lose no call. */
  retire(): void;
  /** Lets it answer what it has, and end. */
  stop(): void;
  kill(): void;
}

export interface WorkerOptions {
  /** Its number among the workers, from 1. */
  number: number;
  /** The figures of all, for a client that asks this one. */
  allMetrics: () => Promise<string>;
}

const startsWithinMs = 30_000;
const metricsWithinMs = 1000;

export function forkWorker({ number, allMetrics }: WorkerOptions): WorkerProcess {
  const worker = cluster.fork({ WORKER_NUMBER: String(number) });
  const listening = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<string>();
  listening.promise.catch(() => {});
  const timer = setTimeout(() => {
    listening.reject(new CommandError(`worker ${number} did not listen within ${startsWithinMs / 1000} s`));
    worker.process.kill('SIGKILL');
  }, startsWithinMs);
  // One that has just died is told nothing; its end is reported by itself.
  const send = (message: FromPrimary) => void (worker.isConnected() && worker.send(message, () => {}));
  const exchange = createMetricsExchange({ send, render: allMetrics, patienceMs: metricsWithinMs });

  worker.on('message', (message: FromWorker) => {
    if (message.kind === 'listening') {
      clearTimeout(timer);
      listening.resolve();
    } else if (message.kind === 'failed') listening.reject(new CommandError(message.message));
    else if (message.kind === 'metrics' || message.kind === 'metrics_wanted') exchange.receive(message);
  });
  worker.on('error', (error) => listening.reject(error));
  worker.on('exit', (code, signal) => {
    clearTimeout(timer);
    const how = signal ? `signal ${signal}` : `exit code ${code}`;
    listening.reject(new CommandError(`worker ${number} ended with ${how} before it listened; its own lines on stderr say more`));
    ended.resolve(how);
  });

  return {
    pid: worker.process.pid,
    listening: listening.promise,
    ended: ended.promise,
    metrics: () => exchange.ask(),
    retire: () => send({ kind: 'retire' }),
    stop: () => void worker.process.kill('SIGTERM'),
    kill: () => void worker.process.kill('SIGKILL'),
  };
}

import type { Logger } from '../logger.ts';
import type { WorkerProcess } from './worker-process.ts';

/** A worker that does as a test says. */
export interface FakeWorker extends WorkerProcess {
  listen(): void;
  fail(reason: string): void;
  /** How it was told to leave. */
  readonly told: string[];
  end(how?: string): void;
}

/** Listens when it is told to, and ends when it is told to leave. */
export function fakeWorker(pid: number): FakeWorker {
  const listening = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<string>();
  listening.promise.catch(() => {});
  const told: string[] = [];
  const leave = (word: string) => () => {
    told.push(word);
    ended.resolve(word);
  };
  return {
    pid,
    told,
    listening: listening.promise,
    ended: ended.promise,
    metrics: async () => `# HELP alive Alive\n# TYPE alive gauge\nalive ${pid}\n`,
    retire: leave('retire'),
    stop: leave('stop'),
    kill: leave('kill'),
    listen: () => listening.resolve(),
    fail(reason) {
      listening.reject(new Error(reason));
      ended.resolve('exit code 1');
    },
    end: (how = 'signal SIGKILL') => ended.resolve(how),
  };
}

export function listeningLogger(): Logger & { lines: string[] } {
  const lines: string[] = [];
  const write = (message: string, fields = {}) => void lines.push(`${message} ${JSON.stringify(fields)}`);
  return { lines, error: write, info: write, debug: write, fault: (message) => write(message) };
}

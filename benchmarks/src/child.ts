import { fork } from 'node:child_process';
import path from 'node:path';
import { bundle } from '../../build/bundle.mjs';

export interface ServerChild {
  port: number;
  /** Processor time used so far, in microseconds, and resident memory in bytes. */
  usage(): Promise<Usage>;
  stop(): Promise<void>;
}

export interface Usage {
  cpuMicros: number;
  rssBytes: number;
}

const folder = path.join(import.meta.dirname, '..');
const servers = [
  'gateway-server',
  'bare-server',
  'sdk-server',
  'services-echo-server',
  'services-client-server',
  'services-stdio-server',
  'services-proxy-server',
];
const entries = {
  ...Object.fromEntries(servers.map((name) => [name, path.join(import.meta.dirname, `${name}.ts`)])),
  'check-worker': path.join(folder, '../packages/services/src/checking/check-worker.ts'),
  'merge-worker': path.join(folder, '../packages/domain/src/processes/merge-worker.ts'),
  'document-worker': path.join(folder, '../packages/services/src/connectors/openapi/document-worker.ts'),
};

/** The path of a program of this folder, bundled. */
export async function programOf(script: string): Promise<string> {
  const bundled = await bundle({ folder, entries });
  return bundled(script);
}

/** Starts a server of this folder, bundled as users run it, in a process of its own, so that its processor time is its own. */
export async function startServer(script: string, file: string, ...more: string[]): Promise<ServerChild> {
  const child = fork(await programOf(script), [file, ...more], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // Same flags as in the project's scripts and in `start`.
    execArgv: ['--max-semi-space-size=16', '--heap-growing-percent=40'],
  });
  const next = <T>(): Promise<T> =>
    new Promise((resolve, reject) => {
      const ended = (code: number | null) => reject(new Error(`${script} ended with ${code}`));
      child.once('exit', ended);
      child.once('message', (message) => {
        child.off('exit', ended);
        resolve(message as T);
      });
    });
  const { port } = await next<{ port: number }>();
  return {
    port,
    async usage() {
      const answer = next<Usage>();
      child.send('usage');
      return await answer;
    },
    async stop() {
      const exited = new Promise((resolve) => child.once('exit', resolve));
      child.send('stop');
      await exited;
    },
  };
}

/** Child side: sends the port, answers questions, and ends on request. */
export function serveParent(port: number, close: () => Promise<void>): void {
  process.on('message', async (message) => {
    if (message === 'usage') {
      const { user, system } = process.cpuUsage();
      process.send?.({ cpuMicros: user + system, rssBytes: process.memoryUsage.rss() } satisfies Usage);
    } else {
      await close();
      process.exit(0);
    }
  });
  // Ends with the benchmark, even if that was interrupted.
  process.on('disconnect', () => process.exit(0));
  process.send?.({ port });
}

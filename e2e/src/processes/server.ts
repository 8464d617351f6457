import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

export const program = path.join(import.meta.dirname, '..', '..', '..', 'apps', 'cli', 'bin', 'gatehouse.mjs');

/** `gatehouse start`, as an operator runs it, in a process of its own. */
export interface ServerProcess {
  url: string;
  /** Given at the first start of a data directory alone. */
  quickstartKey: string | undefined;
  /** From the start of the process to the line that says it listens. */
  startedInMs: number;
  /** Ends it in the middle of whatever it does. */
  kill(): Promise<void>;
  /** Ends it as Ctrl-C or a supervisor does. Resolves with the exit code. */
  stop(signal?: 'SIGINT' | 'SIGTERM'): Promise<number | null>;
}

export async function startServer(folder: string, environment: Record<string, string> = {}): Promise<ServerProcess> {
  const started = performance.now();
  const child = run(['start', '--port', '0', '--data', folder, '--json'], environment);
  const greeting = JSON.parse(await firstLine(child));
  if (greeting.url === undefined) throw new Error(`it did not start: ${JSON.stringify(greeting)}`);
  const startedInMs = performance.now() - started;
  const over = once(child, 'exit');
  return {
    url: greeting.url,
    quickstartKey: greeting.quickstartKey,
    startedInMs,
    async kill() {
      child.kill('SIGKILL');
      await over;
    },
    async stop(signal = 'SIGINT') {
      child.kill(signal);
      return (await over)[0];
    },
  };
}

/** What `gatehouse verify` says of a data directory. */
export async function verify(folder: string, environment: Record<string, string> = {}): Promise<{ ok: boolean; problems: unknown[] }> {
  const child = run(['verify', '--data', folder, '--json'], environment);
  const [, line] = await Promise.all([once(child, 'exit'), firstLine(child)]);
  return JSON.parse(line);
}

function run(args: string[], environment: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...environment } });
}

async function firstLine(child: ChildProcess): Promise<string> {
  let [written, complaint] = ['', ''];
  child.stderr?.on('data', (chunk) => (complaint += chunk));
  return await new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk) => {
      written += chunk;
      const end = written.indexOf('\n');
      if (end >= 0) resolve(written.slice(0, end));
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the process ended with ${code} before it said anything: ${complaint}`)));
  });
}

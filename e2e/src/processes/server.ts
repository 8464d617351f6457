import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { program } from '../cli/command.ts';

/** `gatehouse start`, as an operator runs it, in a process of its own. */
export interface ServerProcess {
  url: string;
  pid: number;
  /** Given at the first start of a data directory alone. */
  quickstartKey: string | undefined;
  /** Printed while there is no account. */
  setUpLink: string | undefined;
  /** Time from the start of the process to the line that reports that it listens. */
  startedInMs: number;
  /** All that it has written to its standard output so far. */
  written(): string;
  /** Kills the server in the middle of its work. */
  kill(): Promise<void>;
  /** Ends it as Ctrl-C or a supervisor does. Resolves with the exit code. */
  stop(signal?: 'SIGINT' | 'SIGTERM'): Promise<number | null>;
}

/**
 * Starts a server. `nodeFlags` are flags of the runtime, whose output is also in `written`. `version` is the command of another version,
 * and `node` another runtime.
 */
export async function startServer(
  folder: string,
  environment: Record<string, string> = {},
  nodeFlags: string[] = [],
  version = program,
  node = process.execPath,
): Promise<ServerProcess> {
  const started = performance.now();
  const { GATEHOUSE_PORT: port = '0' } = environment;
  const child = run(['start', '--port', port, '--data', folder, '--json'], environment, nodeFlags, version, node);
  let written = '';
  child.stdout?.on('data', (chunk) => (written += chunk));
  const greeting = JSON.parse(await firstLine(child));
  if (greeting.url === undefined) throw new Error(`it did not start: ${JSON.stringify(greeting)}`);
  const startedInMs = performance.now() - started;
  const over = once(child, 'exit');
  return {
    url: greeting.url,
    pid: child.pid as number,
    quickstartKey: greeting.quickstartKey,
    setUpLink: greeting.setUpLink,
    startedInMs,
    written: () => written,
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

/** Returns the result of `gatehouse verify` for a data directory. */
export async function verify(folder: string, environment: Record<string, string> = {}): Promise<{ ok: boolean; problems: unknown[] }> {
  const child = run(['verify', '--data', folder, '--json'], environment);
  const [, line] = await Promise.all([once(child, 'exit'), firstLine(child)]);
  return JSON.parse(line);
}

function run(
  args: string[],
  environment: Record<string, string> = {},
  nodeFlags: string[] = [],
  version = program,
  node = process.execPath,
): ChildProcess {
  const env = { ...process.env, ...environment };
  return spawn(node, [...nodeFlags, version, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env });
}

/** The first line that is not one of V8's own, as `--trace-gc` makes it write. */
async function firstLine(child: ChildProcess): Promise<string> {
  let [written, complaint] = ['', ''];
  child.stderr?.on('data', (chunk) => (complaint += chunk));
  return await new Promise((resolve, reject) => {
    child.stdout?.on('data', function look(chunk) {
      written += chunk;
      const line = /^(?:\[\d+:0x.*\n)*(?!\[\d+:0x)(.*)\n/.exec(written)?.[1];
      if (line === undefined) return;
      child.stdout?.off('data', look);
      resolve(line);
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the process ended with ${code} before it said anything: ${complaint}`)));
  });
}

import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';

export const program = path.join(import.meta.dirname, '../../../apps/cli/bin/gatehouse.mjs');

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface HostedCommand {
  args: string[];
  /** Complete environment of the command. */
  env: Record<string, string>;
  cwd: string;
  input: string;
}

/** Processes that run one command at a time and wait for the next; they end with this one. */
const idle: ChildProcess[] = [];

/**
 * Runs a command in a process that has run others, because loading the program in a new process takes a quarter of a second. The command
 * has ended when its process could end: open resources delay it, as they would delay a real process.
 */
export async function runHosted(command: HostedCommand): Promise<Ended> {
  const host = idle.pop() ?? fork(path.join(import.meta.dirname, 'command-host-process.ts'), [program], { execArgv: [] });
  hold(host);
  const ended = await new Promise<Ended>((resolve, reject) => {
    const onExit = (code: number | null) =>
      reject(new Error(`"${command.args.join(' ')}" ended the process of other commands with ${code}`));
    host.once('exit', onExit);
    host.once('message', (message) => {
      host.off('exit', onExit);
      resolve(message as Ended);
    });
    host.send(command);
  });
  release(host);
  return ended;
}

function hold(host: ChildProcess): void {
  host.ref();
  host.channel?.ref();
}

function release(host: ChildProcess): void {
  host.unref();
  host.channel?.unref();
  idle.push(host);
}

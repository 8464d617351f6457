import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { oneLineOfJson } from '@gatehouse/core';
import { identityOf, type ProcessIdentity } from '@gatehouse/domain/processes';
import { type JSONRPCMessage, SdkError, SdkErrorCode, type Transport } from '@modelcontextprotocol/client';
import { cannotBeReached } from '../../kernel/failure.ts';
import { toError } from '../../kernel/guards.ts';
import { readMessage } from '../mcp/read-message.ts';
import { createDelivery } from './delivery.ts';
import { createLineReader } from './line-reader.ts';
import { createPings } from './pings.ts';
import { inheritedEnvironment, killGroup } from './process-group.ts';

/** A command that implements MCP over its standard input and output. // D31 */
export interface Command {
  /** Absolute path. No shell interprets it. */
  command: string;
  args: string[];
  env: Record<string, string>;
  cwd?: string | undefined;
}

export interface ChildTransport extends Transport {
  /** The end of the child's standard error output. */
  readonly lastWords: string;
  readonly pid: number | undefined;
  /** True if the gateway closed it, false if it ended by itself. */
  readonly wasClosed: boolean;
  /** Sends a ping to the child. True if any answer comes, which proves that the child still reads. False without an answer in this time. */
  answers(waitMs: number): Promise<boolean>;
}

export interface ChildOptions {
  command: Command;
  /** Maximum bytes of a message from the child. */
  maxBytes: number;
  /** Time for a child to end itself before it is killed. */
  killAfterMs?: number;
  /** Called with the child's process id when it starts. The returned function is called when the child and its group have ended. */
  onStarted?: ((pid: number) => () => void) | undefined;
}

const keptWords = 2000;

/**
 * One child process in its own process group, so that its descendants end with it. Closing asks it to end (end of input and SIGTERM), and
 * kills the group if it does not.
 */
export function createChildTransport({ command, maxBytes, killAfterMs = 2000, onStarted }: ChildOptions): ChildTransport {
  let child: ChildProcessWithoutNullStreams | undefined;
  let identity: ProcessIdentity | undefined;
  const pings = createPings((line) => child?.stdin.write(line));
  let ended: Promise<void> = Promise.resolve();
  let lastWords = '';
  let wasClosed = false;

  function start(): Promise<void> {
    const { command: file, args, env, cwd } = command;
    const started = spawn(file, args, { cwd, env: { ...inheritedEnvironment(), ...env }, shell: false, detached: true, stdio: 'pipe' });
    child = started;
    // On systems that do not report start times, the process id alone identifies the child.
    identity = started.pid === undefined ? undefined : (identityOf(started.pid) ?? { pid: started.pid, started: '' });
    const onEnded = started.pid === undefined ? undefined : onStarted?.(started.pid);
    ended = new Promise((resolve) => {
      // Waits for `exit`, not `close`: descendants of the child may hold its pipes open forever.
      started.once('exit', () => resolve());
      started.once('error', () => resolve());
    });
    void ended.then(() => {
      kill('SIGKILL');
      onEnded?.();
      pings.end();
      if (child === started) child = undefined;
      transport.onclose?.();
    });
    listen(started);
    return new Promise((resolve, reject) => {
      started.once('spawn', () => resolve());
      started.once('error', (error) => reject(cannotBeReached(error)));
    });
  }

  function listen(started: ChildProcessWithoutNullStreams): void {
    const deliver = createDelivery((message) => transport.onmessage?.(message));
    const takeLine = (line: string) => {
      const message = parseLine(line);
      if (message && !pings.take(message)) deliver(message);
    };
    const lines = createLineReader(maxBytes, takeLine, () => {
      transport.onerror?.(new Error('the child wrote a message that is too large'));
      kill('SIGKILL');
    });
    started.stdout.on('data', lines);
    started.stderr.on('data', (chunk: Buffer) => {
      lastWords = (lastWords + chunk.toString('utf8')).slice(-keptWords);
    });
    for (const stream of [started.stdin, started.stdout, started.stderr]) stream.on('error', (error) => transport.onerror?.(error));
  }

  function kill(signal: NodeJS.Signals): void {
    if (identity) killGroup(identity, signal);
  }

  function parseLine(line: string): JSONRPCMessage | undefined {
    try {
      const message = readMessage(line);
      return typeof message === 'object' && message !== null ? (message as JSONRPCMessage) : undefined;
    } catch (error) {
      // Servers often print to their standard output. Such lines are not messages.
      transport.onerror?.(toError(error));
      return undefined;
    }
  }

  async function close(): Promise<void> {
    const closing = child;
    if (!closing) return;
    wasClosed = true;
    closing.stdin.end();
    kill('SIGTERM');
    const timer = setTimeout(() => kill('SIGKILL'), killAfterMs);
    await ended;
    clearTimeout(timer);
  }

  const transport: ChildTransport = {
    start,
    close,
    async send(message) {
      const input = child?.stdin;
      if (!input?.writable) throw new SdkError(SdkErrorCode.NotConnected, 'Not connected');
      if (!input.write(`${oneLineOfJson(JSON.stringify(message))}\n`)) await new Promise<void>((resolve) => whenDrained(input, resolve));
    },
    answers: (waitMs) => pings.send(waitMs),
    get lastWords() {
      return lastWords;
    },
    get wasClosed() {
      return wasClosed;
    },
    get pid() {
      return child?.pid;
    },
  };
  return transport;
}

function whenDrained(input: ChildProcessWithoutNullStreams['stdin'], resolve: () => void): void {
  input.once('drain', resolve);
  input.once('close', resolve);
}

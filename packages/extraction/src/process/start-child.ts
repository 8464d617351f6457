import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { isSea } from 'node:sea';
import type { Readable, Writable } from 'node:stream';
import { programFolders } from './program-folders.ts';

/** The child with its input, the stream of its replies, and its standard error. */
export interface Child {
  process: ChildProcess;
  input: Writable;
  replies: Readable;
  errors: Readable;
}

/** Maximum heap. Buffers are additional, so the parent checks the whole memory. Megabytes. */
const heapMb = 384;

/** Starts the child without the environment, and without access to files other than its own program's. */
export function startChild(): Child {
  const script = path.join(import.meta.dirname, `extraction-child${path.extname(import.meta.filename)}`);
  const { args, env } = launch(script);
  const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'ignore', 'pipe', 'pipe'] });
  const [input, , errors, replies] = child.stdio as unknown as [Writable, null, Readable, Readable];
  return { process: child, input, replies, errors };
}

/** Command line and environment. In the executable, Node takes its options from the environment, and `executable.cjs` takes the script. */
function launch(script: string): { args: string[]; env: Record<string, string> } {
  const options = childOptions();
  // Without SystemRoot, a process on Windows has no sockets or random numbers.
  const env: Record<string, string> = process.env.SystemRoot === undefined ? {} : { SystemRoot: process.env.SystemRoot };
  if (!isSea()) return { args: [...options, script], env };
  return { args: ['--extraction-child', script], env: { ...env, NODE_OPTIONS: options.map((option) => quoted(option)).join(' ') } };
}

export function childOptions(): string[] {
  return [`--max-old-space-size=${heapMb}`, '--permission', ...programFolders().map((folder) => `--allow-fs-read=${folder}`)];
}

function quoted(option: string): string {
  return `"${option.replace(/["\\]/g, '\\$&')}"`;
}

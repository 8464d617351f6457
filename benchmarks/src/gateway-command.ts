import { spawnGatehouse } from './gateway-program.ts';

export interface RunningCommand {
  kill(): void;
  /** Value that it prints with --json, or null if it was killed, and its duration. Rejects if it failed. */
  over: Promise<{ value: Record<string, unknown> | null; seconds: number }>;
}

/** A command of `gatehouse` as an operator runs it. */
export function runCommand(args: string[], environment: Record<string, string> = {}): RunningCommand {
  const started = performance.now();
  const child = spawnGatehouse(args, environment);
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk;
  });
  const over = new Promise<{ value: Record<string, unknown> | null; seconds: number }>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      const seconds = (performance.now() - started) / 1000;
      if (signal === 'SIGKILL') resolve({ value: null, seconds });
      else if (code === 0) resolve({ value: JSON.parse(text) as Record<string, unknown>, seconds });
      else reject(new Error(`gatehouse ${args[0]} ended with ${code}: ${text}`));
    });
  });
  return { kill: () => child.kill('SIGKILL'), over };
}

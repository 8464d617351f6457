import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';

interface Served {
  calls: number;
  failures: number;
  firstFailure?: string;
  p50Ms: number;
  p99Ms: number;
}

/** A line of the output. */
interface MeasuredAttack {
  attack: string;
  memoryGrowthBytes: number;
  quiet: Served;
  attacked: Served;
}

const script = path.join(import.meta.dirname, '../../e2e/src/attacks/run.ts');

/** Waiting times of twenty honest callers, quiet and during each attack on a shared resource (D51). */
export async function measureAttacks({ seconds }: { seconds: number }): Promise<Record<string, string | number>[]> {
  const child = spawn(process.execPath, [script, '--seconds', String(seconds)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const rows: Record<string, string | number>[] = [];
  for await (const line of createInterface(child.stdout)) rows.push(rowOf(JSON.parse(line) as MeasuredAttack));
  const code = await ended;
  if (code !== 0) throw new Error(`the attacks ended with ${code}`);
  return rows;
}

function rowOf({ attack, memoryGrowthBytes, quiet, attacked }: MeasuredAttack): Record<string, string | number> {
  if (attacked.failures > 0) throw new Error(`${attacked.failures} honest calls failed beside ${attack}: ${attacked.firstFailure}`);
  return {
    attack,
    'MB more': Math.round(memoryGrowthBytes / 1e6),
    'honest calls': attacked.calls,
    'quiet p50 ms': quiet.p50Ms,
    'beside p50 ms': attacked.p50Ms,
    'quiet p99 ms': quiet.p99Ms,
    'beside p99 ms': attacked.p99Ms,
    'p99 ratio': (attacked.p99Ms / quiet.p99Ms).toFixed(2),
  };
}

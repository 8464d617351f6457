import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';

/** A line of the output. */
interface Figure {
  figure: string;
  value: number;
  unit: string;
  wanted?: number;
  of: number;
}

export interface FiguresOptions {
  rounds: number;
  seconds: number;
  people: number;
  writesPerSecond: number;
}

const script = path.join(import.meta.dirname, '../../e2e/src/figures/run.ts');

/** Measures waiting times for people in the browser, and the cost of their streams for callers. */
export async function measureFigures({
  rounds,
  seconds,
  people,
  writesPerSecond,
}: FiguresOptions): Promise<Record<string, string | number>[]> {
  const given = { rounds, seconds, people, writes: writesPerSecond };
  const args = Object.entries(given).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const rows: Record<string, string | number>[] = [];
  for await (const line of createInterface(child.stdout)) rows.push(rowOf(JSON.parse(line) as Figure));
  const code = await ended;
  if (code !== 0) throw new Error(`the figures of the workspace application ended with ${code}`);
  return rows;
}

function rowOf({ figure, value, unit, wanted, of }: Figure): Record<string, string | number> {
  return {
    figure,
    measured: `${value.toFixed(unit === 'ms' ? 1 : 2)} ${unit}`,
    wanted: wanted === undefined ? '' : `≤ ${wanted} ${unit}`,
    of,
  };
}

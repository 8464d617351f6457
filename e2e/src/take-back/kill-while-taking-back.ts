import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { StorageEngine } from '../kit/engines.ts';
import { type KillPoint, killedAt } from './kill-point.ts';
import { applyAll, callsOn, type PreparedRun, prepareRun, readResult } from './run-to-take-back.ts';

const script = path.join(import.meta.dirname, 'killed-process.ts');
const begin = Date.UTC(2026, 0, 1);
const minute = 60_000;

/** Takes the same run back in two organizations: in one, processes are killed that do it. */
export async function killWhileTakingBack(engine: StorageEngine, folder: string, pointsOf: (statements: number) => KillPoint[]) {
  const store = await engine.open(folder);
  const call = callsOn(store, begin);
  const [one, other] = [await prepareRun(call, 'one'), await prepareRun(call, 'other')];
  const counting = killedAt(store, { step: 0 }, () => {});
  await applyAll(callsOn(counting.store, begin + minute), other);
  const uninterrupted = await readResult(callsOn(store, begin + 2 * minute), other);
  await store.close();

  const kills: (string | number | null)[] = [];
  for (const [index, point] of pointsOf(counting.statements()).entries())
    kills.push(await takeBackInProcess(engine, folder, { run: one, point, startsAt: begin + (3 + index) * minute }));

  const again = await engine.open(folder);
  const last = callsOn(again, begin + 100 * minute);
  await applyAll(last, one);
  const interrupted = await readResult(last, one);
  await again.close();
  return { kills, interrupted, uninterrupted };
}

interface Killed {
  run: PreparedRun;
  point: KillPoint;
  startsAt: number;
}

/** The signal that ended it, or its exit code. */
async function takeBackInProcess(engine: StorageEngine, folder: string, killed: Killed): Promise<string | number | null> {
  const { DATABASE_URL: databaseUrl } = await engine.environment(folder);
  const told = JSON.stringify({ ...killed, databaseUrl, file: path.join(folder, 'gatehouse.db') });
  const child = spawn(process.execPath, [script, told], { stdio: ['ignore', 'inherit', 'inherit'] });
  const [code, signal] = await once(child, 'exit');
  return signal ?? code;
}

import { execFileSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { requestMaker } from './calls.ts';
import type { ServerChild } from './child.ts';
import { load } from './load.ts';
import { progress, step } from './report.ts';

export interface RegressOptions {
  folder: string;
  /** The older commit. */
  against: string;
  tools: string[];
  seconds: number;
  rounds: number;
  documents: number;
}

/** Maximum cost of a call, as a multiple of its cost at the older commit. */
const maxRatio = 1.1;
const inFlight = 16;
/** Enough keys for a minute of load, because an older bench cannot raise the limit of a key. */
const keyCount = 2000;
const keysInUse = 128;
/** Below the default limit of 240 calls a minute. */
const callsPerKey = 200;
const idleMs = 500;
const idleMicros = 10_000;
const idleWithinMs = 30_000;

/** The bench of one commit, whose own code serves its copy of the data. */
interface Side {
  file: string;
  startServer: typeof import('./child.ts').startServer;
}

/**
 * Measures the processor time of calls at this commit and at an older one, in turns, and takes the least of the rounds. Returns all
 * measurements, and the calls that now cost more. Work that a call leaves for later counts as its own.
 */
export async function measureRegress({ folder, against, tools, seconds, rounds, documents }: RegressOptions) {
  const tree = path.join(folder, 'older');
  const run = (command: string, given: string[], cwd: string) =>
    execFileSync(command, given, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  run('git', ['worktree', 'add', '--detach', tree, against], import.meta.dirname);
  try {
    step(`Installing ${against}`);
    run('npx', ['-y', 'pnpm@12', 'install', '--frozen-lockfile'], tree);
    const olderSources = path.join(tree, 'benchmarks/src');
    const older = await sideOf(olderSources, path.join(folder, 'older.db'));
    const newer = await sideOf(import.meta.dirname, path.join(folder, 'newer.db'));
    // Made by the older commit, because the newer one can open it too.
    const { makeDataset } = (await import(path.join(olderSources, 'dataset.ts'))) as typeof import('./dataset.ts');
    const dataset = await makeDataset(path.join(folder, 'data'), { documents, activityRows: 0, keys: keyCount });
    for (const { file } of [older, newer]) copyFileSync(dataset.file, file);
    const keysOf = new Map([older, newer].map((side) => [side, keysWithinLimits(dataset.keys)]));
    const rows: Record<string, string | number>[] = [];
    for (const tool of tools) {
      const least = new Map<Side, number>();
      // Calls cost more until a gateway has been restarted once on data that it made or migrated.
      for (const side of [older, newer]) await (await start(side)).stop();
      const servers = await Promise.all([older, newer].map(async (side) => ({ side, server: await start(side) })));
      const calls = servers.map(({ side, server }) => ({ side, server, next: requestMaker(tool, dataset, keysOf.get(side)!) }));
      for (const { server, next } of calls) await costOf(server, next, 1);
      for (let round = 0; round < rounds; round++) {
        for (const { side, server, next } of round % 2 === 0 ? calls : calls.toReversed())
          least.set(side, Math.min(least.get(side) ?? Number.POSITIVE_INFINITY, await costOf(server, next, seconds)));
      }
      await Promise.all(servers.map(({ server }) => server.stop()));
      const [before = 0, now = 0] = [least.get(older), least.get(newer)];
      rows.push({ call: tool, 'before, CPU µs': Math.round(before), 'now, CPU µs': Math.round(now), ratio: (now / before).toFixed(2) });
      progress('measured', rows.length, tools.length);
    }
    return { rows, dearer: rows.filter(({ ratio }) => Number(ratio) > maxRatio).map(({ call, ratio }) => `${call} costs ${ratio} ×`) };
  } finally {
    run('git', ['worktree', 'remove', '--force', tree], import.meta.dirname);
  }
}

async function sideOf(sources: string, file: string): Promise<Side> {
  const { startServer } = (await import(path.join(sources, 'child.ts'))) as typeof import('./child.ts');
  return { file, startServer };
}

/** Hands out 128 keys in turn, and moves on to the next 128 before these reach their limit. */
function keysWithinLimits(keys: readonly string[]): { next(): string } {
  let calls = 0;
  return {
    next() {
      const first = Math.floor(calls / (keysInUse * callsPerKey)) * keysInUse;
      return keys[(first + (calls++ % keysInUse)) % keys.length] as string;
    },
  };
}

const start = ({ startServer, file }: Side): Promise<ServerChild> => startServer('gateway-server', file);

/** Processor time per call, from the first request until the server has nothing left to do. */
async function costOf(server: ServerChild, nextRequest: () => Buffer, seconds: number): Promise<number> {
  const before = (await server.usage()).cpuMicros;
  const { calls, failures, firstFailure } = await load({ port: server.port, inFlight, seconds, nextRequest });
  if (failures > 0) throw new Error(`${failures} of ${calls} calls failed: ${firstFailure}`);
  return ((await whenIdle(server)) - before) / calls;
}

async function whenIdle(server: ServerChild): Promise<number> {
  const givenUp = performance.now() + idleWithinMs;
  for (let used = (await server.usage()).cpuMicros; ; ) {
    await pause(idleMs);
    const now = (await server.usage()).cpuMicros;
    if (now - used < idleMicros || performance.now() > givenUp) return now;
    used = now;
  }
}

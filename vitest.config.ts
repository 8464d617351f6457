import { accessSync, constants, statfsSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import projects from './vitest.workspace.ts';

// Hundreds of databases are made and thrown away: in memory where there is room for them, the tests do not wait for the disk.
// What a killed process has written survives there too; only a power cut is another matter, and none is tested.
const memory = '/dev/shm';
const neededBytes = 2 * 1024 ** 3;
if (process.env.TMPDIR === undefined && hasRoom(memory)) process.env.TMPDIR = memory;

// Hundreds of threads and processes are started from sources: what Node compiled for the first is there for the others.
process.env.NODE_COMPILE_CACHE ??= path.join(import.meta.dirname, 'node_modules/.cache/compiled');

// What is waited for comes when the machine has time for it, so nothing is given up soon: a wait that is too short fails beside other work.
const patience = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 60_000 } } };

// A test that takes long and guards against little beside the others waits for the night: `vitest run --tags-filter=nightly`.
const tags = {
  tags: [{ name: 'nightly', description: 'is run by e2e/src/nightly.ts, and not on every commit' }],
  tagsFilter: ['!nightly'],
};

// Most tests wait for processes and sockets: more workers than cores keep the cores busy.
// The first hook of a file may start a Postgres, which the next files of the same worker use too: files share their modules, for reading
// those anew for each takes a quarter of all the time. So no file may leave anything behind in them.
export default defineConfig({ test: { projects, ...patience, maxWorkers: 6, isolate: false, ...tags } });

function hasRoom(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > neededBytes;
  } catch {
    return false;
  }
}

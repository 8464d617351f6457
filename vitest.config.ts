import { accessSync, constants, statfsSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import projects from './vitest.workspace.ts';

// The tests create hundreds of databases. In memory, if there is room, they do not wait for the disk. Files there survive a killed process,
// but not a power cut, which no test makes.
const memory = '/dev/shm';
const neededBytes = 2 * 1024 ** 3;
if (process.env.TMPDIR === undefined && hasRoom(memory)) process.env.TMPDIR = memory;

// The tests start hundreds of threads and processes from sources. With this cache, Node compiles each module once.
process.env.NODE_COMPILE_CACHE ??= path.join(import.meta.dirname, 'node_modules/.cache/compiled');

// Long timeouts, because a busy machine is slow and a short wait would fail without a fault.
const patience = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 60_000 } } };

// Tests that take long and prove little beyond the others run at night: `vitest run --tags-filter=nightly`.
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

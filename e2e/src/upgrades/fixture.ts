import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { FilledWorkspace } from './fill-workspace.ts';
import type { Asked } from './read-workspace.ts';

/** A small workspace that 1ce62e4 made on SQLite, and what it answered. */
export const fixtureFolder = path.join(import.meta.dirname, 'made-by-1ce62e4');

export interface Fixture {
  filled: FilledWorkspace;
  asked: Asked[];
}

export function readFixture(): Fixture & { database: Buffer } {
  const read = (name: string) => brotliDecompressSync(readFileSync(path.join(fixtureFolder, name)));
  return { ...JSON.parse(read('answers.json.br').toString()), database: read('gatehouse.db.br') };
}

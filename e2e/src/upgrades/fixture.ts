import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { FilledWorkspace } from './fill-workspace.ts';
import type { Asked } from './read-workspace.ts';

/** The commits whose databases every build opens (D71). A database that was released once is never left out. */
export const fixtureCommits = ['1ce62e4', 'd9dc150', 'd233714e'] as const;

/** A small workspace that a commit made on SQLite, and what it answered. */
export function fixtureFolder(commit: string): string {
  return path.join(import.meta.dirname, `made-by-${commit}`);
}

export interface Fixture {
  filled: FilledWorkspace;
  asked: Asked[];
}

export function readFixture(commit: string): Fixture & { database: Buffer } {
  const read = (name: string) => brotliDecompressSync(readFileSync(path.join(fixtureFolder(commit), name)));
  return { ...JSON.parse(read('answers.json.br').toString()), database: read('gatehouse.db.br') };
}

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { Asked } from './asked.ts';
import type { FilledWorkspace } from './fill-workspace.ts';
import type { PostgresRows } from './postgres-rows.ts';

/** Commits whose databases every build opens (D71). No commit is ever removed, because later versions must open its data. */
export const fixtureCommits = ['1ce62e4', 'd9dc150', 'd233714e'] as const;

/** Stored files of each commit: a small workspace that it created, and its answers. */
export const fixtureFiles = {
  SQLite: { database: 'gatehouse.db.br', answers: 'answers.json.br' },
  Postgres: { database: 'postgres.json.br', answers: 'postgres-answers.json.br' },
} as const;

export type FixtureEngine = keyof typeof fixtureFiles;

export function fixtureFolder(commit: string): string {
  return path.join(import.meta.dirname, `made-by-${commit}`);
}

export interface Fixture {
  filled: FilledWorkspace;
  asked: Asked[];
}

export function readFixture(commit: string, engine: FixtureEngine): Fixture {
  return JSON.parse(read(commit, fixtureFiles[engine].answers).toString());
}

export function readSqliteFile(commit: string): Buffer {
  return read(commit, fixtureFiles.SQLite.database);
}

export function readPostgresRows(commit: string): PostgresRows {
  return JSON.parse(read(commit, fixtureFiles.Postgres.database).toString());
}

function read(commit: string, name: string): Buffer {
  return brotliDecompressSync(readFileSync(path.join(fixtureFolder(commit), name)));
}

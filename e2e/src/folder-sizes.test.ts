import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '..', '..');
const maxFiles = 36;
const maxFilesOfRepositories = 20;

it(`has at most ${maxFiles} files in a folder, and ${maxFilesOfRepositories} in one of repositories`, () => {
  const files = globSync('{packages/*,apps/*,e2e,benchmarks}/src/**/*.{ts,tsx}', { cwd: root });
  const folders = [...Map.groupBy(files, (file) => path.dirname(file))].map(([folder, { length }]) => ({ folder, length }));
  const limitOf = (folder: string) => (folder.includes('/repos') ? maxFilesOfRepositories : maxFiles);
  expect(folders.filter(({ folder, length }) => length > limitOf(folder))).toEqual([]);
  expect(folders.length).toBeGreaterThan(100);
});

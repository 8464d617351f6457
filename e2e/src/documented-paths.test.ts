import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '..', '..');

/** Paths in code marks. Some pages leave out `packages/` and `apps/`. */
const named =
  /`((?:packages|apps|e2e|benchmarks|docs|(?:core|storage|domain|entrance|services|oauth|http|mcp|cli|console)\/src)\/[^`\s]*)`/g;
const places = ['', 'packages', 'apps'];

function namesIn(document: string): string[] {
  return [...readFileSync(path.join(root, document), 'utf8').matchAll(named)].map(([, name = '']) => name);
}

function findMissing(document: string): string[] {
  return namesIn(document).filter((name) => !places.some((place) => exists(path.join(root, place), name)));
}

/** `<name>` and `NNNN` stand for any text, `{a,b}` for both of these. */
function exists(folder: string, name: string): boolean {
  const pattern = name.replaceAll(/<[\w-]+>|NNNN/g, '*');
  return pattern === name ? existsSync(path.join(folder, name)) : globSync(pattern, { cwd: folder }).length > 0;
}

const pages = globSync('docs/**/*.md', { cwd: root });

it('finds the paths that pages mention', () => {
  expect(['CONTRIBUTING.md', ...pages].flatMap(namesIn).length).toBeGreaterThan(100);
});

it.each(['CONTRIBUTING.md', ...pages])('%s names only files and folders that exist', (document) => {
  expect(findMissing(document)).toEqual([]);
});

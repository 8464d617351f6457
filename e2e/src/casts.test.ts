import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { expect, it } from 'vitest';
import { isTestCode } from './test-code.ts';

const root = path.join(import.meta.dirname, '..', '..');

/** Casts (`x as Type`) that a package can have in 1,000 lines. Those above 5 can only fall. */
const maxCasts: Record<string, number> = {
  'apps/cli': 9.5,
  'apps/docs': 22,
  'apps/mcp': 20,
  'packages/domain': 6,
  'packages/entrance': 9,
  'packages/files-s3': 17,
  'packages/oauth': 15,
};
const maxElsewhere = 5;

/** Where a library's types end and ours begin: one file for each library. */
const guarded = [
  // drizzle-orm
  'packages/storage/src/engine.ts',
  // pg
  'packages/storage/src/postgres/pipeline/execution.ts',
];

const packages = globSync('{packages,apps}/*', { cwd: root }).filter((folder) => sourcesOf(folder).length > 0);

it.each(packages)('%s asserts few types', (folder) => {
  const sources = sourcesOf(folder).map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));
  const lines = sources.reduce((sum, { text }) => sum + text.split('\n').length, 0);
  const casts = sources.reduce((sum, { file, text }) => sum + castsIn(text, file), 0);
  expect((1000 * casts) / lines).toBeLessThanOrEqual(maxCasts[folder] ?? maxElsewhere);
});

it('counts casts, and neither constants nor names of imports', () => {
  expect(castsIn('const a = b as unknown as C;')).toBe(2);
  expect(castsIn("import { a as b } from 'c'; const d = ['e'] as const; const f = { g: 1 } satisfies H;")).toBe(0);
});

function sourcesOf(folder: string): string[] {
  const files = globSync(`${folder}/src/**/*.{ts,tsx}`, { cwd: root });
  return files.filter((file) => !isTestCode(file) && !guarded.includes(file));
}

interface Node {
  type?: unknown;
  typeAnnotation?: { typeName?: { name?: string } };
}

function castsIn(text: string, file = 'source.ts'): number {
  let casts = 0;
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { type, typeAnnotation }: Node = value;
    if (type === 'TSAsExpression' && typeAnnotation?.typeName?.name !== 'const') casts++;
    Object.values(value).forEach(visit);
  };
  const { program, errors } = parseSync(file, text);
  expect(errors, file).toEqual([]);
  visit(program);
  return casts;
}

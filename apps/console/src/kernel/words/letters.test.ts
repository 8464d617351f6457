import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const source = path.join(import.meta.dirname, '../..');

/** Neither font of the console has arrows to the left and right: other fonts would draw them, or none. */
const foreignArrows = /[\u2190\u2192\u2194]/;

it('uses no arrows that its fonts lack', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: source }).filter((file) => !file.endsWith('.test.ts'));
  expect(files.length).toBeGreaterThan(300);
  expect(files.filter((file) => foreignArrows.test(readFileSync(path.join(source, file), 'utf8')))).toEqual([]);
});

import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { isTestCode } from './test-code.ts';

const root = path.join(import.meta.dirname, '..', '..');
const home = 'packages/domain/src/durations.ts';

/** Minutes, hours and days in milliseconds, and products that make them. */
const writtenOut = /\b(?:(?:60|120|300|600|900|1_800|3_600|86_400)_000|(?:60|24|1000) \* 60|60 \* 1000)\b/;
/** Durations in words, inside a text. */
const inWords = /'[^'\n]*\b(?:within|lasts|works for|expires in) (?:half an hour|an hour|a day|\d+ (?:minutes|hours|days))\b[^'\n]*'/;

const files = globSync('{packages,apps}/*/src/**/*.{ts,tsx}', { cwd: root }).filter((file) => !isTestCode(file) && file !== home);

it('writes no minutes, hours or days as numbers: the domain names them', () => {
  expect(linesWith(writtenOut)).toEqual([]);
  expect(writtenOut.test('const idleMs = 60_000;')).toBe(true);
});

it('words no lifetime by hand: `durationWords` words the constant', () => {
  expect(linesWith(inWords)).toEqual([]);
  expect(inWords.test("'Answer within half an hour.'")).toBe(true);
});

function linesWith(pattern: RegExp): string[] {
  return files.flatMap((file) => {
    const lines = readFileSync(path.join(root, file), 'utf8').split('\n');
    return lines.flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}`] : []));
  });
}

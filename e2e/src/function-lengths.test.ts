import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { isTestCode } from './test-code.ts';

const root = path.join(import.meta.dirname, '..', '..');

const maxLines = 100;
/** Longer ones; each can only leave this list. */
const longer = ['List', 'Board', 'createMcpEntrance'];

it('has no function of more than 100 lines but these', () => {
  const files = globSync('{packages,apps}/*/src/**/*.{ts,tsx}', { cwd: root }).filter((file) => !isTestCode(file));
  const long = files.flatMap((file) => longFunctions(readFileSync(path.join(root, file), 'utf8')).map((name) => `${name} in ${file}`));
  expect(long.filter((one) => !longer.some((name) => one.startsWith(`${name} in `)))).toEqual([]);
  expect(files.length).toBeGreaterThan(1000);
});

it('counts the lines of functions, methods and functions that are values', () => {
  const lines = (most: number) => Array.from({ length: most }, () => '  run();').join('\n');
  for (const head of ['function one() {', 'export async function* one<T>(given: T) {', 'const one = () => {']) {
    expect(longFunctions(`${head}\n${lines(98)}\n}\n`)).toEqual([]);
    expect(longFunctions(`${head}\n${lines(99)}\n}\n`)).toEqual(['one']);
  }
  expect(longFunctions(`class A {\n  async one(given: string) {\n${lines(99)}\n  }\n}\n`)).toEqual(['one']);
});

const heads = [
  /^(\s*)(?:export )?(?:default )?(?:async )?function\*? *(\w+)/,
  /^(\s*)(?:export )?const (\w+) = .*(?:=> \{|function.*\{)$/,
  /^(\s*)(?:async )?\*?(\w+)\(.*\{$/,
];

/** The formatter ends each function with a brace where its first line begins. */
function longFunctions(text: string): string[] {
  const lines = text.split('\n');
  return lines.flatMap((line, first) => {
    const head = heads.map((pattern) => pattern.exec(line)).find((found) => found !== null);
    if (!head) return [];
    const [, indent = '', name = ''] = head;
    const last = lines.findIndex((other, index) => index > first && other.startsWith(`${indent}}`));
    return last - first + 1 > maxLines ? [name] : [];
  });
}

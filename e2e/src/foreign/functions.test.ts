import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { describe, expect, it } from 'vitest';
import { isTestCode } from '../../../build/checks/sources.mjs';
import { foreignFunctions, load } from './functions.ts';

const root = path.join(import.meta.dirname, '..', '..', '..');

/** Repeated strings at which an expression, a parser or a search starts over. Each has caused a fault. */
const alphabets = [
  'a',
  ':',
  '//:',
  '<',
  '<script>',
  ')',
  '[(',
  '](<',
  '`',
  ' \n',
  '{a,',
  'e\u0301\u0327',
  '"\\',
  '😀\ud800',
  '---\n',
  '\u0650\u064e',
  '\u{e0061}',
  '\u200c\u0645',
  'a: &b\n',
];

const letters = 16_384;
/** Milliseconds. Shorter times depend more on the machine than on the function. */
const floor = 30;
const times = 6;

it('lists every function that takes foreign text', () => {
  const files = globSync('{packages,apps}/*/src/**/*.{ts,tsx}', { cwd: root }).filter((file) => !isTestCode(file));
  const found = files.flatMap((file) => namesWithForeign(file).map((name) => `${file} ${name}`));
  expect(found.sort()).toEqual(foreignFunctions.map(({ file, name }) => `${file} ${name}`).sort());
});

describe.each(foreignFunctions)('$name of $file', (one) => {
  it.each(alphabets)('takes time in proportion to a text of %j', async (alphabet) => {
    const use = await load(one);
    const long = one.longest ?? 4 * letters;
    expect(cost(use, alphabet, long)).toBeLessThan(Math.max(floor, times * cost(use, alphabet, long / 4)));
  });
});

/** Least processor time of this thread in some rounds: this excludes the effects of a loaded machine and a cold compiler. */
function cost(use: (text: string) => unknown, alphabet: string, length: number): number {
  const text = alphabet.repeat(Math.ceil(length / alphabet.length)).slice(0, length);
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 4 && least > floor / (2 * times); round++) {
    const began = process.threadCpuUsage();
    use(text);
    const { user, system } = process.threadCpuUsage(began);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

interface Node {
  type: string;
  [field: string]: unknown;
}

/** Functions, methods and types in a file that name the type `Foreign`. */
function namesWithForeign(file: string): string[] {
  const source = readFileSync(path.join(root, file), 'utf8');
  if (!source.includes('Foreign')) return [];
  const names = new Set<string>();
  const walk = (node: unknown, name: string): void => {
    if (Array.isArray(node)) for (const inner of node) walk(inner, name);
    if (!isNode(node)) return;
    const own = nameOf(node) ?? name;
    if (node.type === 'TSTypeReference' && isNode(node.typeName) && node.typeName.name === 'Foreign') names.add(own);
    for (const inner of Object.values(node)) walk(inner, own);
  };
  walk(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }).body, '');
  return [...names];
}

const naming = new Set([
  'FunctionDeclaration',
  'TSMethodSignature',
  'TSTypeAliasDeclaration',
  'TSInterfaceDeclaration',
  'VariableDeclarator',
]);

function nameOf(node: Node): string | undefined {
  const named = node.id ?? node.key;
  return naming.has(node.type) && isNode(named) && typeof named.name === 'string' ? named.name : undefined;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

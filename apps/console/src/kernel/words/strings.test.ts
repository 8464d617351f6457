import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { expect, it } from 'vitest';

const source = path.resolve(import.meta.dirname, '..', '..');
const sources = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name),
);

/** Tables of words by themselves, and what is no language: names of programs, code to paste, style sheets. */
const isOfWords = (name: string) =>
  ['strings.ts', 'shell-strings.ts', 'theme.ts'].includes(path.basename(name)) || /(?:^|\/)words\//.test(name);
const properNames = new Set(['browser-name.ts', 'snippets.ts', 'call-snippets.ts']);

/** What a person reads or hears of an element. */
const read = new Set(['aria-label', 'label', 'title', 'placeholder', 'alt', 'lead', 'verb', 'description', 'about', 'does']);
const letters = /\p{L}/u;

interface Node {
  type: string;
  start: number;
  [field: string]: unknown;
}

it('what people read stands in a file of strings, so that another language is another file', () => {
  const found = sources.filter((name) => !isOfWords(name) && !properNames.has(path.basename(name))).flatMap(wordsIn);
  expect(found).toEqual([]);
});

it('every string of those files is read somewhere', () => {
  const texts = sources.map((name) => ({ name, text: readFileSync(path.join(source, name), 'utf8') }));
  const unread = texts
    .filter(({ name }) => path.basename(name).endsWith('strings.ts'))
    .flatMap(({ name, text }) =>
      [...text.matchAll(/^export const (\w+) = \{\n(.*?)^\};/gms)].flatMap(([, group = '', body = '']) => {
        const users = texts.filter((one) => one.name !== name && new RegExp(`\\b${group}\\b`).test(one.text)).map((one) => one.text);
        const keys = [...body.matchAll(/^ {2}(\w+):/gm)].map(([, key = '']) => key);
        const isTable = users.some((user) =>
          new RegExp(`\\b${group}\\b(?! as strings)[^\\n]*(?:\\[|;|\\))`).test(user.replace(/^import.*$/gm, '')),
        );
        return isTable
          ? []
          : keys.filter((key) => !users.some((user) => user.includes(`strings.${key}`))).map((key) => `${name} ${group}.${key}`);
      }),
    );
  expect(unread).toEqual([]);
});

function wordsIn(name: string): string[] {
  const text = readFileSync(path.join(source, name), 'utf8');
  const found: string[] = [];
  const note = (node: Node) =>
    found.push(`${name}:${text.slice(0, node.start).split('\n').length} ${text.slice(node.start, node.start + 60)}`);
  visit(parseSync(name, text).program as unknown as Node, note);
  return found;
}

function visit(value: unknown, note: (node: Node) => void, isRead = false): void {
  if (Array.isArray(value)) for (const one of value) visit(one, note, isRead);
  if (typeof value !== 'object' || value === null || !('type' in value)) return;
  const node = value as Node;
  if (isText(node, isRead)) return void note(node);
  for (const [field, inner] of Object.entries(node)) visit(inner, note, staysRead(node, field, isRead));
}

function isText(node: Node, isRead: boolean): boolean {
  if (node.type === 'JSXText') return isRead && letters.test(String(node.value));
  if (node.type === 'Literal') return typeof node.value === 'string' && (isRead ? letters.test(node.value) : isSentence(node.value));
  return isRead && node.type === 'TemplateElement' && letters.test((node.value as { cooked: string }).cooked);
}

/** Two words and a mark at the end, wherever it stands. */
const isSentence = (text: string) => /^\p{Lu}.*\p{L} .*[.…?!]$/u.test(text);

/** Whether what is within this field of a node is read as it stands. */
function staysRead(node: Node, field: string, isRead: boolean): boolean {
  switch (node.type) {
    case 'JSXElement':
      return field === 'children' && !isCode(node);
    case 'JSXFragment':
      return field === 'children';
    case 'JSXAttribute':
      return field === 'value' && read.has(String((node.name as Node).name));
    case 'Property':
      return field === 'value' && read.has(String((node.key as Node).name)) && isLiteral(node.value as Node);
    case 'ConditionalExpression':
      return isRead && field !== 'test';
    case 'LogicalExpression':
      return isRead && (field === 'right' || node.operator === '??');
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
    case 'TemplateLiteral':
      return isRead && field !== 'expressions';
    case 'CallExpression':
      return field === 'arguments' && ['sayDone', 'sayFailed', 'count', 'useBindings'].includes(String((node.callee as Node).name));
    case 'NewExpression':
      return field === 'arguments' && (node.callee as Node).name === 'Told';
    default:
      return false;
  }
}

const isLiteral = ({ type }: Node) => type === 'Literal' || type === 'TemplateLiteral';

/** What is typed into a shell is the same in every language. */
const isCode = (node: Node) => ['code', 'kbd'].includes(String(((node.openingElement as Node).name as Node).name));

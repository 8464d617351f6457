import { describe, expect, it } from 'vitest';
import { editText } from './edit-text.ts';
import { findText } from './find-text.ts';

const size = 1_000_000;
const fill = (...lines: string[]) => lines.join('').repeat(Math.ceil(size / lines.join('').length));

const fox = 'The quick brown fox jumps over the lazy dog, 12 times.';
const texts: Record<string, string> = {
  'lines of ASCII': fill(`${fox}\n`),
  'lines of other letters': fill('Съешь ещё этих «мягких» булок, да выпей чаю.\n'),
  'CRLF lines': fill(`${fox}\r\n`),
  'mixed endings': fill(`${fox}\n`, `${fox}\r\n`),
  'short CRLF lines behind one LF': `a\n${fill('ab\r\n')}`,
  'endings alone': fill('\r\n'),
  'one line': fill(`${fox} `),
  'one letter': fill('a'),
  'spaces that end no line': `${fill(' ')}x`,
};

/** None of them occurs in any of the texts. */
const absent: Record<string, string> = {
  'a word': 'giraffe',
  'two lines': 'The lazy dog\nis quick',
  'what almost stands everywhere': `${fox.slice(0, -1)}!`,
  'lines that almost stand everywhere': `${fox}\n${fox.slice(0, -1)}!`,
  'the same with CRLF': `${fox}\r\n${fox.slice(0, -1)}!`,
  'a long text': `${`${fox}\n`.repeat(2000)}x`,
  'letters that almost stand everywhere': `${'a'.repeat(100_000)}b`,
  'endings that almost stand everywhere': `${'\n'.repeat(100_000)}x`,
  'endings of both kinds': 'ab\r\nab\nac',
  'typographic quotes': 'The “lazy” dog',
};

/** Equally hard query of find_text: one line of at most 500 characters. */
function queryLike(oldText: string): string {
  const lines = oldText.split(/\r?\n/).map((line) => (line.length > 500 ? line.slice(-500) : line));
  return lines.reduce((longest, line) => (line.length > longest.length ? line : longest));
}

describe.each(Object.entries(texts))('a failed edit of %s', (_name, text) => {
  it.each(Object.entries(absent))('reads at most twice as much as a find (D21), for %s', (_what, oldText) => {
    const find = countLooks(() => findText({ text, query: queryLike(oldText), contextLines: 2, limit: 20 }));
    let refusal: unknown;
    const edit = countLooks(() => (refusal = editText({ text, oldText, newText: 'new' })));
    expect(refusal).toMatchObject({ ok: false, reason: 'text_not_found' });
    expect(find).toBeGreaterThan(2 * size);
    expect(edit).toBeLessThanOrEqual(2 * find);
  });
});

/** Methods that go through a whole text. */
const walks = [
  'replaceAll',
  'replace',
  'split',
  'match',
  'matchAll',
  'normalize',
  'toLowerCase',
  'toUpperCase',
  'trim',
  'trimEnd',
] as const;
/** Methods that stop at the first match, whose position is in their result. */
const searches = ['indexOf', 'lastIndexOf', 'includes'] as const;

/** Counts the characters that some work reads, with repetitions: its cost, without a clock. */
function countLooks(work: () => void): number {
  let looks = 0;
  const restores: (() => void)[] = [];

  function watch<Owner extends object>(owner: Owner, name: keyof Owner & string, count: Count) {
    const original = owner[name] as (...given: unknown[]) => unknown;
    Object.assign(owner, {
      [name](this: unknown, ...given: unknown[]) {
        const result = original.apply(this, given);
        looks += count(this, given, result);
        return result;
      },
    });
    restores.push(() => Object.assign(owner, { [name]: original }));
  }

  for (const name of walks) watch(String.prototype, name, (text) => lengthOf(text));
  for (const name of searches) watch(String.prototype, name, (text, given, result) => lookedThrough(name, lengthOf(text), given, result));
  watch(String.prototype, 'charCodeAt', () => 1);
  for (const name of ['byteLength', 'from'] as const) watch(Buffer, name, (_buffer, [text]) => lengthOf(text));
  try {
    work();
  } finally {
    for (const restore of restores) restore();
  }
  return looks;
}

type Count = (self: unknown, given: unknown[], result: unknown) => number;

function lengthOf(text: unknown): number {
  return typeof text === 'string' ? text.length : 0;
}

function lookedThrough(name: (typeof searches)[number], length: number, [, from]: unknown[], result: unknown): number {
  const found = typeof result === 'number' ? result : -1;
  if (name === 'lastIndexOf') return Math.min(length, Number(from ?? length)) - found;
  return (found === -1 ? length : found) - Number(from ?? 0);
}

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { anchorOf, findCitations, numbers, proofsIn, type Rule, root, rules, wordsOf } from './rules.ts';

const citations = findCitations();
/** The rules that code and tests cite: one for each number. */
const numbered = rules.filter(({ name, number }) => name === number);
/** The sentences of the page that the rules were made from, in their order, each with the place that says the same now. */
const moved = readFileSync(path.join(import.meta.dirname, 'moved-sentences.txt'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t') as [place: string, sentence: string]);

describe('the rules', () => {
  it('have at most 120 words each', () => {
    expect(rules.length).toBeGreaterThan(200);
    expect(rules.filter((rule) => wordsOf(rule).length > 120).map(({ name }) => name)).toEqual([]);
  });

  it('have a number each, and an anchor of their own on their page', () => {
    const places = rules.map(({ file, anchor }) => `${file}#${anchor}`);
    for (const list of [rules.map(({ name }) => name), places]) expect(list.filter((one, at) => list.indexOf(one) !== at)).toEqual([]);
    expect(numbered.map(({ number }) => number)).toEqual(numbers);
  });

  it('are all cited by code and by a test', () => {
    expect(numbers.filter((number) => !citations.code.has(number))).toEqual([]);
    expect(numbers.filter((number) => !citations.tests.has(number))).toEqual([]);
  });

  it('are all that code and tests cite', () => {
    const cited = new Set([...citations.code.keys(), ...citations.tests.keys()]);
    expect([...cited].filter((number) => !numbers.includes(number))).toEqual([]);
  });

  it('name tests that cite them: "node e2e/src/decisions/fill-proofs.ts" writes their names', () => {
    expect(numbered.filter((rule) => !namesItsTests(rule)).map(({ name }) => name)).toEqual([]);
  });
});

describe('the sentences that became rules', () => {
  it('are all of them', () => {
    const text = moved.map(([, sentence]) => sentence).join('\n');
    expect(createHash('sha256').update(text).digest('hex')).toBe('af932fdf85e54ab0bbd5fcd0d0940b272bd74e8a840fef6da1f957293edf7b8c');
  });

  it('each have a place', () => {
    const pages = new Map<string, string[]>();
    const anchorsOf = (page: string) => {
      const known = pages.get(page) ?? readAnchors(page);
      pages.set(page, known);
      return known;
    };
    const lost = moved.filter(([place]) => {
      const [page = '', anchor = ''] = place.split('#');
      return !anchorsOf(page).includes(anchor);
    });
    expect(lost).toEqual([]);
  });
});

function namesItsTests(rule: Rule): boolean {
  const named = proofsIn(rule) ?? [];
  return named.length > 0 && named.every((file) => citations.tests.get(rule.number)?.includes(file));
}

function readAnchors(page: string): string[] {
  const text = readFileSync(path.join(root, 'docs/reference/rules', page), 'utf8');
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) => anchorOf(title));
}

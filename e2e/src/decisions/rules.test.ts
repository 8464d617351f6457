import { describe, expect, it } from 'vitest';
import { findCitations, numbers, rules } from './rules.ts';

const citations = findCitations();

describe('the rules', () => {
  it('have a name each, and their own title on their page', () => {
    expect(rules.length).toBeGreaterThan(200);
    for (const list of [rules.map(({ name }) => name), rules.map(({ file, title }) => `${file} ${title}`)])
      expect(list.filter((one, at) => list.indexOf(one) !== at)).toEqual([]);
  });

  it('are all cited by code and by a test', () => {
    expect(numbers.filter((number) => !citations.code.has(number))).toEqual([]);
    expect(numbers.filter((number) => !citations.tests.has(number))).toEqual([]);
  });

  it('are the only ones that code and tests cite', () => {
    const cited = [...new Set([...citations.code, ...citations.tests])];
    expect(cited.filter((number) => !numbers.includes(number))).toEqual([]);
  });
});

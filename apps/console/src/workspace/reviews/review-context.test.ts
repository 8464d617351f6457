import { expect, it } from 'vitest';
import { contextsOf } from './review-context.ts';

const by = { version: 1, at: 0, changeSummary: '', agent: null, person: null, entrance: 'mcp' as const, requestId: null };
const change = (currentAt: number, after: string) => ({ id: after, before: '', after, reviewedAt: 0, currentAt, by });

it('shows three lines on either side of a change and counts the others', () => {
  const line = (number: number) => `line ${number}\n`;
  const lines = Array.from({ length: 20 }, (_, index) => line(index));
  const before = lines.slice(0, 10).join('');
  const text = `${before}new\n${lines.slice(10).join('')}`;
  expect(contextsOf({ currentText: text, changes: [change(before.length, 'new\n')] })).toEqual([
    [7, `${line(7)}${line(8)}${line(9)}`],
    [`${line(10)}${line(11)}${line(12)}`, 7],
  ]);
});

it('shows short texts in full', () => {
  expect(contextsOf({ currentText: 'a\nnew\nb', changes: [change(2, 'new\n')] })).toEqual([['a\n'], ['b']]);
});

it('returns no context for content that is not text', () => {
  expect(contextsOf({ currentText: null, changes: [change(0, '')] })).toEqual([]);
});

import { describe, expect, it } from 'vitest';
import { inStep, place } from './steps.ts';

const columns = [
  { status: 'todo', cards: [{ taskId: 'a' }, { taskId: 'b' }, { taskId: 'c' }] },
  { status: 'in_progress', cards: [] },
  { status: 'stuck', cards: [{ taskId: 'd' }] },
  { status: 'done', cards: [] },
] as const;

const step = (from: string | undefined, columnsAway: number, cardsAway: number) =>
  inStep(columns, place(columns, from), columnsAway, cardsAway)?.taskId;

describe('the keys on the board', () => {
  it('start at the first card', () => {
    expect([step(undefined, 0, 1), step('gone', 1, 0)]).toEqual(['a', 'a']);
    expect(inStep([{ status: 'todo', cards: [] }], undefined, 0, 1)).toBeUndefined();
  });

  it('move within a column, and stay at its ends', () => {
    expect([step('a', 0, 1), step('c', 0, 1), step('b', 0, -1), step('a', 0, -1)]).toEqual(['b', 'c', 'a', 'a']);
  });

  it('move to the next column with cards, at the same height if it has that many, and stay if no other column has any', () => {
    expect([step('c', 1, 0), step('d', -1, 0), step('d', 1, 0), step('a', -1, 0)]).toEqual(['d', 'a', 'd', 'a']);
  });
});

import { type EditorState, StateEffect, type TransactionSpec } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { beginWith, conflictsOf, setConflicts, settleAll, settleConflict } from './conflicts.ts';
import { mayHaveChanged, stateOf, textOf } from './text-state.ts';

const conflict = { id: 1, from: 0, to: 5, theirs: 'lazy', theirsAt: 0, base: 'quick' };

function withConflict(text: string, change: Partial<typeof conflict> = {}): EditorState {
  return stateOf(text).update({ effects: setConflicts.of([{ ...conflict, ...change }]) }).state;
}

const placesOf = (state: EditorState) => conflictsOf(state).map(({ from, to }) => [from, to]);

const keepBoth = (state: EditorState) => textOf(state.update(settleConflict(state, 1, 'both')).state);

describe('open conflicts', () => {
  it('come from a draft if they fit into its text, with their own numbers', () => {
    const draft = [
      { ...conflict, from: 0, to: 2 },
      { ...conflict, from: 2, to: 2 },
      { ...conflict, from: 3, to: 2 },
      { ...conflict, from: 3, to: 5 },
      { ...conflict, from: 4, to: 6 },
    ];
    expect(conflictsOf(stateOf('a\nb\nc', beginWith(draft)))).toEqual([
      { ...conflict, id: -1, from: 0, to: 2 },
      { ...conflict, id: -2, from: 2, to: 2 },
      { ...conflict, id: -3, from: 3, to: 5 },
    ]);
  });

  it('move with the text, and do not include text that is typed after them', () => {
    const state = withConflict('slow\nz\n');
    expect(placesOf(state.update({ changes: { from: 5, insert: 'more\n' } }).state)).toEqual([[0, 5]]);
    expect(placesOf(state.update({ changes: { from: 0, insert: 'more\n' } }).state)).toEqual([[5, 10]]);
  });

  it('do not change with unrelated changes', () => {
    const state = withConflict('slow\nz\n');
    const unrelated = StateEffect.define<number>();
    expect(conflictsOf(state.update({ effects: unrelated.of(conflict.id) }).state)).toBe(conflictsOf(state));
    expect(conflictsOf(state.update({ selection: { anchor: 3 } }).state)).toBe(conflictsOf(state));
  });

  it('report typing and choices, but not selections', () => {
    const state = withConflict('slow\nz\n');
    const isTold = (given: TransactionSpec) => {
      const transaction = state.update(given);
      return mayHaveChanged({ docChanged: transaction.docChanged, transactions: [transaction] });
    };
    const typed = { changes: { from: 0, insert: 'more' } };
    expect([typed, settleConflict(state, 1, 'mine'), { selection: { anchor: 3 } }].map(isTold)).toEqual([true, true, false]);
  });

  it('all end when a text is discarded', () => {
    const state = stateOf('slow\nz\n', beginWith([conflict, { ...conflict, from: 5, to: 7 }]));
    expect(conflictsOf(state)).toHaveLength(2);
    expect(conflictsOf(state.update({ effects: settleAll(state) }).state)).toEqual([]);
  });

  it.each([
    ['what the person removed', 'a\nz\n', { from: 2, to: 2, theirs: 'B\n' }, 'a\nB\nz\n'],
    ['what the others removed', 'slow\nz\n', { theirs: '' }, 'slow\nz\n'],
    ['a last line of theirs without an ending, with more behind it', 'slow\nmore', { theirs: 'lazy' }, 'slow\nlazy\nmore'],
    ['a last line of theirs without an ending', 'slow\n', { theirs: 'lazy' }, 'slow\nlazy'],
  ])('do not add an empty line next to %s when both sides are kept', (_what, text, change, both) => {
    expect(keepBoth(withConflict(text, change))).toBe(both);
  });
});

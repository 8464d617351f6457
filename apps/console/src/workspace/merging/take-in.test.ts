import type { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { beginWith, conflictsOf } from './conflicts.ts';
import { addTaken, takeIn } from './take-in.ts';
import { stateOf } from './text-state.ts';

function takenIn(state: EditorState, saved: string, theirs: string) {
  const transaction = state.update(takeIn(state, saved, theirs));
  const taken = transaction.effects.flatMap((effect) => (effect.is(addTaken) ? effect.value : []));
  return { state: transaction.state, taken: taken.map(({ from, to }) => transaction.state.sliceDoc(from, to)) };
}

/** Text with both sides of each conflict in place. */
function marked(state: EditorState): string {
  let [all, at] = ['', 0];
  for (const { from, to, theirs } of conflictsOf(state)) {
    all += `${state.sliceDoc(at, from)}[${state.sliceDoc(from, to)}|${theirs}]`;
    at = to;
  }
  return all + state.sliceDoc(at);
}

const lines = (text: string) => text.replaceAll(' ', '\r\n');
const idsOf = (state: EditorState) => conflictsOf(state).map(({ id }) => id);

describe('takeIn', () => {
  it.each([
    ['behind a conflict', 'one two z end', 'ONE two z end', 'uno two z END', '[ONE |uno ]two z END', ['END']],
    ['directly behind a conflict', 'one two z', 'ONE TWO z', 'uno two new z', '[ONE TWO |uno two ]new z', ['new ']],
    ['where the person removed what others changed', 'a b c d e', 'a d e', 'a B c D e', 'a [|B c ]D e', ['D ']],
    ['before a conflict', 'a m z one', 'a m z ONE', 'A m z uno', 'A m z [ONE|uno]', ['A ']],
  ])('finds places %s in a text with line endings of two characters', (_where, base, mine, theirs, all, written) => {
    const { state, taken } = takenIn(stateOf(lines(mine)), lines(base), lines(theirs));
    expect([marked(state), taken]).toEqual([lines(all), written.map(lines)]);
  });

  const base = 'one\nb\ntwo\nd\nthree\nf\n';
  const mine = 'ONE\nb\nTWO\nd\nTHREE\nf\n';
  const theirs = 'same\nb\nsame\nd\nsame\nf\n';

  it('keeps the number of an unchanged conflict, and gives a new number to a changed one', () => {
    const { state: first } = takenIn(stateOf(mine), base, theirs);
    const before = idsOf(first);
    expect(new Set(before).size).toBe(3);
    const { state: beside } = takenIn(first, theirs, `${theirs}more\n`);
    expect(idsOf(beside)).toEqual(before);
    const changed = idsOf(takenIn(beside, `${theirs}more\n`, 'same\nb\nother\nd\nsame\nf\nmore\n').state);
    expect([changed[0], changed[2]]).toEqual([before[0], before[2]]);
    expect(before).not.toContain(changed[1]);
  });

  it('does not use a number that a conflict of a draft has', () => {
    const draft = { id: 7, from: 0, to: 4, theirs: 'same\n', theirsAt: 0, base: 'one\n' };
    const state = stateOf(mine, beginWith([draft]));
    const ids = idsOf(takenIn(state, theirs.replaceAll('same\nd\nsame', 'two\nd\nthree'), theirs).state);
    expect(ids[0]).toBe(-1);
    expect(ids.slice(1).every((id) => id > 0)).toBe(true);
    expect(new Set(ids).size).toBe(3);
  });
});

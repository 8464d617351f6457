import type { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { describe, expect, it } from 'vitest';
import { addTaken } from './take-in.ts';
import { takenMarks } from './taken-marks.ts';
import { stateOf } from './text-state.ts';

/** Marks that the editor draws: the place, and if text was added or removed there. */
function drawn(state: EditorState) {
  const all: [from: number, to: number, what: string][] = [];
  for (const set of state.facet(EditorView.decorations)) {
    if (typeof set === 'function') throw new Error('marks do not depend on what is in sight');
    set.between(0, state.doc.length, (from, to, { spec }) => void all.push([from, to, spec.widget ? 'removed' : spec.attributes.title]));
  }
  return all;
}

describe('marks of changes by others', () => {
  const written = 'Added by someone else while you were editing';
  const opened = stateOf('one two three', takenMarks);

  it('stand at added and removed text, and move with the text', () => {
    expect(drawn(opened)).toEqual([]);
    const taken = [
      { from: 8, to: 13 },
      { from: 4, to: 4 },
      { from: 0, to: 3 },
    ];
    const { state } = opened.update({ effects: addTaken.of(taken) });
    expect(drawn(state)).toEqual([
      [0, 3, written],
      [4, 4, 'removed'],
      [8, 13, written],
    ]);
    expect(drawn(state.update({ changes: { from: 3, to: 4 } }).state)).toEqual([
      [0, 3, written],
      [3, 3, 'removed'],
      [7, 12, written],
    ]);
  });

  it('stay when more changes arrive', () => {
    const { state } = opened.update({ effects: addTaken.of([{ from: 0, to: 3 }]) });
    expect(drawn(state.update({ effects: addTaken.of([{ from: 4, to: 7 }]) }).state)).toEqual([
      [0, 3, written],
      [4, 7, written],
    ]);
  });
});

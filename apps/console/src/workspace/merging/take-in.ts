import { type EditorState, StateEffect, Transaction, type TransactionSpec } from '@codemirror/state';
import { baseWithOpen, mergeTexts } from '@gatehouse/domain/merge';
import type { OpenConflict } from '../../kernel/drafts/drafts.ts';
import { conflictsOf, setConflicts } from './conflicts.ts';
import { type LineEnding, placeInEditor } from './line-ending.ts';

/** Range that others wrote. It is empty if they removed text. */
export interface Taken {
  from: number;
  to: number;
}

export const addTaken = StateEffect.define<readonly Taken[]>();

let nextId = 1;

/**
 * Merges a newer version by others into an editor in which the person changed the text too. Typed text and the cursor stay. Undo takes back
 * only changes of the person.
 * @param saved the version that the edited text is based on
 */
export function takeIn(state: EditorState, saved: string, theirs: string): TransactionSpec {
  const mine = state.sliceDoc();
  const before = conflictsOf(state);
  const { edits, conflicts } = mergeTexts(baseWithOpen(saved, before), mine, theirs);
  const place = placeInEditor(mine, state.lineBreak as LineEnding);
  const all = [...edits, ...conflicts].sort((one, other) => one.from - other.from || one.to - other.to);
  const places = new Map(all.map((one) => [one, { from: place(one.from), to: place(one.to) }]));
  const placeOf = (one: (typeof all)[number]) => places.get(one) as Taken;
  const changes = state.changes(edits.map((edit) => ({ ...placeOf(edit), insert: edit.insert })));
  const taken = edits.map((edit) => {
    const { from, to } = placeOf(edit);
    return { from: changes.mapPos(from, -1), to: changes.mapPos(to, 1) };
  });
  const open = conflicts.map((conflict): OpenConflict => {
    const { from, to } = placeOf(conflict);
    const start = changes.mapPos(from, 1);
    // An unchanged conflict keeps its number, and with it its place on the page.
    const id = before.find((one) => one.from === from && one.theirs === conflict.theirs)?.id ?? nextId++;
    return { ...conflict, id, from: start, to: Math.max(start, changes.mapPos(to, -1)) };
  });
  return {
    changes,
    effects: [addTaken.of(taken), setConflicts.of(open)],
    annotations: Transaction.addToHistory.of(false),
  };
}

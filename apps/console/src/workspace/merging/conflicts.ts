import { type EditorState, type Extension, StateEffect, StateField, type Transaction, type TransactionSpec } from '@codemirror/state';
import type { OpenConflict } from '../../kernel/drafts/drafts.ts';

export type Choice = 'mine' | 'theirs' | 'both';

/** Replaces all conflicts. Each merge finds the open ones again. */
export const setConflicts = StateEffect.define<readonly OpenConflict[]>();
const settle = StateEffect.define<number>();

/** Open conflicts in the order of the text. */
export const openConflicts = StateField.define<readonly OpenConflict[]>({
  create: () => [],
  update(before, transaction) {
    let conflicts = transaction.docChanged ? before.map((conflict) => moved(conflict, transaction)) : before;
    for (const effect of transaction.effects) {
      if (effect.is(settle)) conflicts = conflicts.filter(({ id }) => id !== effect.value);
      if (effect.is(setConflicts)) conflicts = effect.value;
    }
    if (conflicts === before) return before;
    return conflicts.filter(({ from, to, theirs }) => transaction.state.sliceDoc(from, to) !== theirs);
  },
});

/** Starts with the conflicts of a draft. Their ids are negative, so they differ from those of new conflicts. */
export function beginWith(conflicts: readonly OpenConflict[]): Extension {
  return openConflicts.init(({ doc }) =>
    conflicts.filter(({ from, to }) => from <= to && to <= doc.length).map((conflict, index) => ({ ...conflict, id: -1 - index })),
  );
}

function moved({ from, to, ...conflict }: OpenConflict, { changes }: Transaction): OpenConflict {
  const start = changes.mapPos(from, 1);
  return { ...conflict, from: start, to: Math.max(start, changes.mapPos(to, -1)) };
}

export function conflictsOf(state: EditorState): readonly OpenConflict[] {
  return state.field(openConflicts);
}

/** Settles all conflicts, for a text that is discarded. */
export function settleAll(state: EditorState): StateEffect<unknown>[] {
  return conflictsOf(state).map(({ id }) => settle.of(id));
}

/** Settles a conflict: keeps the person's text, replaces it with the other text, or keeps both. */
export function settleConflict(state: EditorState, id: number, choice: Choice): TransactionSpec {
  const conflict = conflictsOf(state).find((one) => one.id === id);
  const effects = settle.of(id);
  if (!conflict || choice === 'mine') return { effects };
  const { from, to, theirs } = conflict;
  if (choice === 'theirs') return { changes: { from, to, insert: theirs }, effects, userEvent: 'input' };
  const mine = state.sliceDoc(from, to);
  const between = mine === '' || mine.endsWith('\n') ? '' : state.lineBreak;
  const behind = theirs === '' || theirs.endsWith('\n') || to === state.doc.length ? '' : state.lineBreak;
  return { changes: { from: to, insert: between + theirs + behind }, effects, userEvent: 'input' };
}

import { EditorState, type Extension } from '@codemirror/state';
import type { ViewUpdate } from '@codemirror/view';
import { openConflicts } from './conflicts.ts';
import { lineEndingOf } from './line-ending.ts';

/** Editor state for a text. `textOf` returns unchanged parts byte for byte. */
export function stateOf(text: string, extensions: Extension = []): EditorState {
  return EditorState.create({ doc: text, extensions: [EditorState.lineSeparator.of(lineEndingOf(text)), openConflicts, extensions] });
}

/** True if the text or its conflicts may have changed: a conflict can end without a change of the text. */
export function mayHaveChanged({ docChanged, transactions }: Pick<ViewUpdate, 'docChanged' | 'transactions'>): boolean {
  return docChanged || transactions.some(({ effects }) => effects.length > 0);
}

export function textOf(state: EditorState): string {
  return state.sliceDoc();
}

/** True if a state has this text. Compares lengths first, because joining the lines of a long text takes a millisecond. */
export function hasText(state: EditorState, text: string): boolean {
  const { doc, lineBreak } = state;
  return doc.length + (doc.lines - 1) * (lineBreak.length - 1) === text.length && textOf(state) === text;
}

import { EditorState, type Extension } from '@codemirror/state';
import type { ViewUpdate } from '@codemirror/view';
import { openConflicts } from './conflicts.ts';
import { lineEndingOf } from './line-ending.ts';

/** A text in an editor: `textOf` gives back what was not changed byte for byte. */
export function stateOf(text: string, extensions: Extension = []): EditorState {
  return EditorState.create({ doc: text, extensions: [EditorState.lineSeparator.of(lineEndingOf(text)), openConflicts, extensions] });
}

/** Whether the text or its conflicts can have changed: a conflict where one's own side is kept ends without a change of the text. */
export function mayHaveChanged({ docChanged, transactions }: Pick<ViewUpdate, 'docChanged' | 'transactions'>): boolean {
  return docChanged || transactions.some(({ effects }) => effects.length > 0);
}

export function textOf(state: EditorState): string {
  return state.sliceDoc();
}

import { EditorState, type Extension } from '@codemirror/state';
import { openConflicts } from './conflicts.ts';
import { lineEndingOf } from './line-ending.ts';

/** A text in an editor: `textOf` gives back what was not changed byte for byte. */
export function stateOf(text: string, extensions: Extension = []): EditorState {
  return EditorState.create({ doc: text, extensions: [EditorState.lineSeparator.of(lineEndingOf(text)), openConflicts, extensions] });
}

export function textOf(state: EditorState): string {
  return state.sliceDoc();
}

import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, highlightActiveLine, highlightSpecialChars, keymap } from '@codemirror/view';
import type { OpenConflict } from '../../kernel/drafts/drafts.ts';
import { conflictWidgets } from './conflict-widgets.ts';
import { beginWith } from './conflicts.ts';
import { takenMarks } from './taken-marks.ts';
import { mayHaveChanged, stateOf } from './text-state.ts';

const editorPhrases = {
  next: 'Next',
  previous: 'Previous',
  all: 'Select all',
  'match case': 'Match case',
  'by word': 'Whole words',
  regexp: 'Pattern',
  replace: 'Replace',
  'replace all': 'Replace all',
  close: 'Close',
  Find: 'Find',
  Replace: 'Replace with',
};

export interface ViewOptions {
  parent: HTMLElement;
  text: string;
  /** Open conflicts from its last visit. */
  conflicts: readonly OpenConflict[];
  /** Accessible name of the text. */
  label: string;
  /** Nonce for the page's style policy. */
  nonce: string;
  language: Extension;
  /** Called after a change of the text or its conflicts, and after a composed letter. */
  changed: () => void;
}

/** An editor of source text. `Tab` leaves it, as it leaves every field. */
export function openView({ parent, text, conflicts, label, nonce, language, changed }: ViewOptions): EditorView {
  return new EditorView({
    parent,
    state: stateOf(text, [
      EditorView.cspNonce.of(nonce),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'true', tabindex: '0' }),
      // Pasted text gets the line endings of the text.
      EditorView.clipboardInputFilter.of((pasted, state) => pasted.replace(/\r\n?|\n/g, state.lineBreak)),
      EditorView.updateListener.of((update) => {
        if (mayHaveChanged(update)) changed();
      }),
      EditorView.domEventHandlers({
        // Runs after the view has handled the event.
        compositionend: () => void setTimeout(changed),
      }),
      history(),
      highlightActiveLine(),
      highlightSpecialChars(),
      search({ top: true }),
      EditorState.phrases.of(editorPhrases),
      keymap.of([...searchKeymap, ...defaultKeymap, ...historyKeymap]),
      beginWith(conflicts),
      conflictWidgets,
      takenMarks,
      look,
      language,
    ]),
  });
}

const look = EditorView.theme({
  '&': { height: '100%', fontSize: '13px', backgroundColor: 'var(--gh-page)', color: 'var(--gh-text)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)', lineHeight: '21px', overflow: 'auto' },
  '.cm-content': { padding: '16px 0 40px', caretColor: 'var(--gh-text)', maxWidth: '840px', margin: '0 auto' },
  '.cm-line': { padding: '0 16px' },
  '.cm-activeLine': { backgroundColor: 'var(--gh-hover)' },
  '.cm-cursor': { borderLeftColor: 'var(--gh-text)' },
  '.cm-specialChar': { color: 'var(--gh-red)' },
  '.cm-panels': { backgroundColor: 'var(--gh-side)', color: 'var(--gh-text)' },
  '.cm-panels-top': { borderBottom: '1px solid var(--gh-line)' },
  '.cm-panel.cm-search': { padding: '6px 16px', fontFamily: 'var(--mantine-font-family)', fontSize: '13px' },
  '.cm-panel.cm-search label': { display: 'inline-flex', alignItems: 'center', gap: '4px', fontSize: '13px', marginRight: '8px' },
  '.cm-panel.cm-search input[type=checkbox]': { margin: '0' },
  '.cm-panel.cm-search [name=close]': { color: 'var(--gh-dim)', fontSize: '16px' },
  '.cm-textfield, .cm-button': {
    border: '1px solid var(--gh-control)',
    borderRadius: '6px',
    background: 'var(--gh-raised)',
    color: 'var(--gh-text)',
    fontSize: '13px',
    padding: '2px 8px',
  },
  '.cm-searchMatch': { backgroundColor: 'var(--gh-selected)', outline: '1px solid var(--gh-control)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--gh-accent-ground)', outline: '2px solid var(--gh-accent-text)' },
  '.gh-taken': { backgroundColor: 'var(--gh-accent-ground)', boxShadow: 'inset 0 -2px var(--gh-accent-text)' },
  '.gh-gone': { borderLeft: '2px dashed var(--gh-accent-text)', margin: '0 1px' },
  '.gh-conflict-own': { backgroundColor: 'var(--gh-red-ground)' },
  '.gh-conflict': {
    margin: '4px 16px 8px',
    padding: '8px 12px',
    border: '1px solid var(--gh-red)',
    borderRadius: '6px',
    background: 'var(--gh-raised)',
    fontFamily: 'var(--mantine-font-family)',
  },
  '.gh-conflict-words': { color: 'var(--gh-red)', fontWeight: '600' },
  '.gh-conflict-text': { margin: '4px 0 8px', maxHeight: '240px', overflow: 'auto', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  '.gh-conflict-buttons': { display: 'flex', flexWrap: 'wrap', gap: '8px', marginTop: '4px' },
  '.gh-conflict-button': {
    border: '1px solid var(--gh-control)',
    borderRadius: '6px',
    background: 'var(--gh-raised)',
    color: 'var(--gh-text)',
    font: 'inherit',
    padding: '3px 12px',
    cursor: 'pointer',
  },
});

import { type EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';
import type { OpenConflict } from '../../kernel/drafts/drafts.ts';
import { type Choice, conflictsOf, openConflicts, settleConflict } from './conflicts.ts';

const choices: [choice: Choice, words: string][] = [
  ['mine', 'Keep mine'],
  ['theirs', 'Use theirs'],
  ['both', 'Keep both'],
];

/** Widget below the person's text with the others' text and the choice. */
class ConflictWidget extends WidgetType {
  readonly conflict: OpenConflict;
  readonly who: string | undefined;

  constructor(conflict: OpenConflict, who: string | undefined) {
    super();
    this.conflict = conflict;
    this.who = who;
  }

  override eq({ conflict, who }: ConflictWidget): boolean {
    return conflict.id === this.conflict.id && who === this.who;
  }

  override toDOM(view: EditorView): HTMLElement {
    const { id, theirs } = this.conflict;
    const place = element('div', 'gh-conflict');
    place.setAttribute('role', 'group');
    place.setAttribute('aria-label', 'Conflict');
    const words = element('div', 'gh-conflict-words', wordsOf(theirs, this.who));
    const text = element('pre', 'gh-conflict-text', theirs);
    const buttons = element('div', 'gh-conflict-buttons');
    for (const [choice, label] of choices) {
      const button = element('button', 'gh-conflict-button', label);
      button.setAttribute('type', 'button');
      button.addEventListener('click', () => {
        view.dispatch(settleConflict(view.state, id, choice));
        view.focus();
      });
      buttons.append(button);
    }
    place.append(words, ...(theirs === '' ? [] : [text]), buttons);
    return place;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

function wordsOf(theirs: string, who: string | undefined): string {
  if (theirs === '') return who === undefined ? 'This passage was also removed.' : `${who} removed this passage.`;
  return who === undefined ? 'This passage was also changed to:' : `${who} changed this passage to:`;
}

function element(name: string, className: string, text = ''): HTMLElement {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}

/** Author of all merged changes. Undefined if it is unknown or there were several. */
export const nameOthers = StateEffect.define<string | undefined>();

const others = StateField.define<string | undefined>({
  create: () => undefined,
  update: (before, { effects }) => effects.reduce((who, effect) => (effect.is(nameOthers) ? effect.value : who), before),
});

const own = Decoration.mark({ class: 'gh-conflict-own' });

function decorationsOf(state: EditorState): DecorationSet {
  return Decoration.set(
    conflictsOf(state).flatMap((conflict) => {
      const widget = Decoration.widget({ widget: new ConflictWidget(conflict, state.field(others)), block: true, side: 1 });
      // Last line of the conflict, without the line after its ending.
      const end = conflict.to > conflict.from && state.doc.lineAt(conflict.to).from === conflict.to ? conflict.to - 1 : conflict.to;
      const below = widget.range(state.doc.lineAt(end).to);
      return conflict.from < conflict.to ? [own.range(conflict.from, conflict.to), below] : [below];
    }),
    true,
  );
}

const widgets = StateField.define<DecorationSet>({
  create: decorationsOf,
  update: (before, { startState, state, docChanged }) =>
    docChanged || [openConflicts, others].some((field) => startState.field<unknown>(field) !== state.field<unknown>(field))
      ? decorationsOf(state)
      : before,
  provide: (field) => EditorView.decorations.from(field),
});

/** Shows open conflicts. */
export const conflictWidgets: Extension = [openConflicts, others, widgets];

import { openSearchPanel } from '@codemirror/search';
import type { Extension } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { Draft, DraftItem, Drafts } from '../../kernel/drafts/drafts.ts';
import type { OpenEditor } from '../../kernel/drafts/held-editor.ts';
import { nameOthers } from '../merging/conflict-widgets.ts';
import { conflictsOf, settleAll } from '../merging/conflicts.ts';
import { openView } from '../merging/open-view.ts';
import { takeIn } from '../merging/take-in.ts';
import { hasText, textOf } from '../merging/text-state.ts';
import { createDraftKeeper } from './draft-keeper.ts';
import { createEditing, type Editing, type Saved } from './editing.ts';

export interface MountOptions {
  parent: HTMLElement;
  draftKey: string;
  /** The item as it is now, for its draft. */
  item: () => DraftItem;
  label: string;
  nonce: string;
  language: Extension;
  /** The version that the text goes out from. */
  base: Saved;
  isBaseKnown: boolean;
  draft: Draft | undefined;
  drafts: Drafts;
  save(text: string, version: number): Promise<number>;
  readNewest(): Promise<Saved>;
  tell(): void;
}

export interface MountedEditor extends OpenEditor {
  view: EditorView;
  editing: Editing;
  isKept(): boolean;
  /** Scrolls to the next conflict. */
  showConflict(): void;
  /** Names the author of merged changes, if there is only one. */
  nameOthers(who: string | undefined): void;
  /** Opens the search field of the source. */
  find(): void;
  /** Reverts to the saved text. Undo restores the draft. */
  discard(): void;
}

/** Mounts an editor of one item, with its draft and others' changes. */
export function mountEditor({
  parent,
  draftKey,
  item,
  label,
  nonce,
  language,
  base,
  isBaseKnown,
  draft,
  drafts,
  save,
  readNewest,
  tell,
}: MountOptions): MountedEditor {
  // Set once there is an editor: the first text is not a change.
  let editing: Editing | undefined;
  const view = openView({
    parent,
    text: draft?.text ?? base.text,
    conflicts: draft?.conflicts ?? [],
    label,
    nonce,
    language,
    changed: () => editing?.changed(),
  });
  const text = () => textOf(view.state);
  const keeper = createDraftKeeper({
    drafts,
    draftKey,
    item,
    text,
    conflicts: () => conflictsOf(view.state),
    isOpened: draft !== undefined,
  });
  editing = createEditing({
    surface: {
      text,
      hasText: (saved) => hasText(view.state, saved),
      takeIn: (before, theirs) => view.dispatch(takeIn(view.state, before, theirs)),
      hasConflicts: () => conflictsOf(view.state).length > 0,
      isFree: () => !view.composing,
    },
    base,
    isBaseKnown,
    save,
    readNewest,
    keep: keeper.keep,
    tell,
  });
  window.addEventListener('pagehide', keeper.flush);
  let isClosed = false;
  function close(): void {
    if (isClosed) return;
    isClosed = true;
    window.removeEventListener('pagehide', keeper.flush);
    keeper.flush();
    view.destroy();
  }
  return {
    view,
    editing,
    isKept: keeper.isKept,
    keepNow: keeper.flush,
    text,
    showConflict() {
      const [first] = conflictsOf(view.state);
      if (first) view.dispatch({ selection: { anchor: first.from }, scrollIntoView: true });
      view.focus();
    },
    nameOthers: (who) => view.dispatch({ effects: nameOthers.of(who) }),
    find: () => void openSearchPanel(view),
    discard() {
      const { state } = view;
      view.dispatch({
        changes: { from: 0, to: state.doc.length, insert: editing.saved().text },
        effects: settleAll(state),
        userEvent: 'input',
      });
      view.focus();
    },
    moveTo: (place) => place.append(view.dom),
    close,
    forget() {
      keeper.stop();
      close();
    },
  };
}

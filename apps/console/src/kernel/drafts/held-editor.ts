import { useSyncExternalStore } from 'react';

/** Actions on an editor whose page is gone. */
export interface OpenEditor {
  view: { readonly hasFocus: boolean; focus(): void };
  text(): string;
  /** Writes the draft now, so that the next page can read it. */
  keepNow(): void;
  /** Puts the editor elsewhere on the page. */
  moveTo(parent: HTMLElement): void;
  close(): void;
  /** Closes it and drops its draft. */
  forget(): void;
}

/** An editor that outlives its page, with the reason why the page closed. The person can continue typing. */
export interface HeldEditor {
  editor: OpenEditor;
  /** True if the person was typing in the editor. Its page takes the focus away. */
  hadFocus: boolean;
  why: 'session_ended' | 'not_a_member';
}

/** Editor on the page. There is never more than one. */
let open: OpenEditor | undefined;
let held: HeldEditor | undefined;
const listeners = new Set<() => void>();

function change(next: HeldEditor | undefined): void {
  held = next;
  for (const listener of listeners) listener();
}

export function setOpenEditor(editor: OpenEditor): void {
  open = editor;
}

/** Closes the editor of a page that closes, unless the editor is held. */
export function leaveEditor(editor: OpenEditor): void {
  if (open === editor) open = undefined;
  if (held?.editor !== editor) editor.close();
}

/** Holds the open editor, so that it stays when its page closes. False if no editor is open. */
export function holdEditor(why: HeldEditor['why']): boolean {
  if (!open || held) return held !== undefined;
  open.keepNow();
  change({ editor: open, hadFocus: open.view.hasFocus, why });
  return true;
}

/** Writes the draft of the open editor, before a page lists drafts. */
export function keepEditorNow(): void {
  open?.keepNow();
}

/** Stops holding the editor. Its text is kept as a draft. */
export function releaseEditor(): void {
  const before = held;
  change(undefined);
  before?.editor.close();
}

/** Closes the open editor and drops its draft, after a confirmed sign-out. */
export function forgetEditor(): void {
  const editor = held?.editor ?? open;
  open = undefined;
  change(undefined);
  editor?.forget();
}

export function useHeldEditor(): HeldEditor | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => held,
  );
}

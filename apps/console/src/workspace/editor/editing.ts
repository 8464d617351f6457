import { CallError } from '../../kernel/calls/call.ts';

/** A saved version of a text. */
export interface Saved {
  version: number;
  text: string;
}

/** Holder of the edited text. */
export interface Surface {
  text(): string;
  hasText(text: string): boolean;
  /** Merges others' changes of a saved version. */
  takeIn(saved: string, theirs: string): void;
  hasConflicts(): boolean;
  /** False during text composition, which nothing may interrupt. */
  isFree(): boolean;
}

export interface EditingOptions {
  surface: Surface;
  base: Saved;
  /** False if the text of `base` could not be read. Nothing is merged until it is found. */
  isBaseKnown?: boolean;
  save(text: string, version: number): Promise<number>;
  /** Reads the newest version. */
  readNewest(): Promise<Saved>;
  /** Stores a draft that is based on a version. Undefined means that everything is saved. */
  keep(version: number | undefined): void;
  /** Called after every change of `status`. */
  tell(): void;
}

export type SaveOutcome = 'saved' | 'unchanged' | 'conflicts' | 'merged';

export interface Editing {
  /** Version that the text is based on. */
  saved(): Saved;
  status(): { isChanged: boolean; isSaving: boolean; version: number };
  /** Reports the newest known version, which is merged as soon as that interrupts nothing. */
  receive(newest: Saved): void;
  /** Provides the text of the base version, if it could not be read before. */
  found(text: string): void;
  /** Called when the text has changed, and when the surface is free again. */
  changed(): void;
  /** Rejects with the reason if the text could not be saved. */
  save(): Promise<SaveOutcome>;
}

/** Tracks the base of an edited text and others' changes, and saves it over the version that the person has seen. */
export function createEditing({ surface, base: first, isBaseKnown = true, save, readNewest, keep, tell }: EditingOptions): Editing {
  let base = first;
  let waiting: Saved | undefined;
  let isSaving = false;
  let isKnown = isBaseKnown;

  const isChanged = () => !isKnown || !surface.hasText(base.text);

  function settle(): void {
    if (waiting && isKnown && !isSaving && surface.isFree()) {
      const newest = waiting;
      waiting = undefined;
      if (newest.version > base.version) {
        const before = base;
        base = newest;
        surface.takeIn(before.text, newest.text);
      }
    }
    keep(isChanged() ? base.version : undefined);
    tell();
  }

  function receive(newest: Saved): void {
    if (newest.version <= (waiting ?? base).version) return;
    waiting = newest;
    settle();
  }

  async function send(): Promise<SaveOutcome> {
    if (!isChanged()) return 'unchanged';
    const text = surface.text();
    isSaving = true;
    tell();
    try {
      base = { version: await save(text, base.version), text };
      isKnown = true;
      return 'saved';
    } catch (error) {
      if (!(error instanceof CallError) || error.reason !== 'stale_version') throw error;
      receive(await readNewest());
      return 'merged';
    } finally {
      isSaving = false;
      settle();
    }
  }

  return {
    saved: () => base,
    status: () => ({ isChanged: isChanged(), isSaving, version: base.version }),
    receive,
    found(text) {
      if (isKnown) return;
      isKnown = true;
      base = { ...base, text };
      settle();
    },
    changed: settle,
    async save() {
      if (isSaving) return 'unchanged';
      return surface.hasConflicts() ? 'conflicts' : await send();
    },
  };
}

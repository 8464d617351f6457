import type { OpenConflict } from './conflicts.ts';
import type { Draft, Drafts } from './drafts.ts';

/** So that a long text is not written at every letter. */
const restMs = 300;

export interface DraftKeeper {
  /** What is to be kept from now on; nothing when all is saved. */
  keep(draft: Pick<Draft, 'version' | 'text'> | undefined): void;
  /** Writes what waits: the tab may be closed now. */
  flush(): void;
  /** False when the browser had no room for the last one. */
  isKept(): boolean;
}

/** Writes the draft of one text into the browser, a moment after the last change. */
export function createDraftKeeper(drafts: Drafts, itemId: string, conflicts: () => readonly OpenConflict[]): DraftKeeper {
  let waiting: Pick<Draft, 'version' | 'text'> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isKept = true;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (waiting) isKept = drafts.keep(itemId, { ...waiting, conflicts: conflicts(), at: Date.now() });
    waiting = undefined;
  }

  return {
    keep(draft) {
      waiting = draft;
      if (draft) timer ??= setTimeout(flush, restMs);
      else {
        flush();
        drafts.drop(itemId);
        isKept = true;
      }
    },
    flush,
    isKept: () => isKept,
  };
}

import type { Draft, DraftItem, Drafts, OpenConflict } from '../../kernel/drafts/drafts.ts';

/** Delay before a draft is stored, so that a long text is not stored at every keystroke. */
const restMs = 300;

export interface DraftKeeper {
  /** Stores a draft. Undefined means that everything is saved. */
  keep(draft: Pick<Draft, 'version' | 'text'> | undefined): void;
  /** Writes a pending change immediately, because the tab may be closed. */
  flush(): void;
  /** Stores nothing from now on, not even a pending change. */
  stop(): void;
  /** False when the browser had no room for the last one. */
  isKept(): boolean;
}

export interface KeeperOptions {
  drafts: Drafts;
  draftKey: string;
  /** The item as it is now. */
  item: () => DraftItem;
  conflicts: () => readonly OpenConflict[];
  /** True if editing began with a draft. */
  isOpened: boolean;
}

/** Writes the draft of one text into the browser, a moment after the last change. */
export function createDraftKeeper({ drafts, draftKey, item, conflicts, isOpened }: KeeperOptions): DraftKeeper {
  // False until this editor has a draft of its own, so that it never drops one of another tab.
  let isOwn = isOpened;
  let isStopped = false;
  let waiting: Pick<Draft, 'version' | 'text'> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isKept = true;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (waiting) isKept = drafts.keep(draftKey, { ...waiting, item: item(), conflicts: conflicts(), at: Date.now() });
    waiting = undefined;
  }

  return {
    keep(draft) {
      if (isStopped) return;
      waiting = draft;
      isOwn ||= draft !== undefined;
      if (draft) timer ??= setTimeout(flush, restMs);
      else if (isOwn) {
        flush();
        drafts.drop(draftKey);
        isOwn = false;
        isKept = true;
      }
    },
    flush,
    stop() {
      isStopped = true;
      waiting = undefined;
      clearTimeout(timer);
    },
    isKept: () => isKept,
  };
}

import type { DraftItem, Drafts, OpenConflict } from '../../kernel/drafts/drafts.ts';

/** Time between two writes of a draft: the browser stores a whole text, which takes 10 ms for 1 MiB. */
const restMs = 1000;

export interface DraftKeeper {
  /** Stores the text as a draft that is based on a version. Undefined means that everything is saved. */
  keep(version: number | undefined): void;
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
  text: () => string;
  conflicts: () => readonly OpenConflict[];
  /** True if editing began with a draft. */
  isOpened: boolean;
}

/** Writes the draft of one text into the browser, a moment after the last change. */
export function createDraftKeeper({ drafts, draftKey, item, text, conflicts, isOpened }: KeeperOptions): DraftKeeper {
  // False until this editor has a draft of its own, so that it never drops one of another tab.
  let isOwn = isOpened;
  let isStopped = false;
  let waiting: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isKept = true;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (waiting !== undefined)
      isKept = drafts.keep(draftKey, { version: waiting, text: text(), item: item(), conflicts: conflicts(), at: Date.now() });
    waiting = undefined;
  }

  return {
    keep(version) {
      if (isStopped) return;
      waiting = version;
      isOwn ||= version !== undefined;
      if (version !== undefined) timer ??= setTimeout(flush, restMs);
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

import type { OpenConflict } from './conflicts.ts';

/** What somebody has typed and not saved. */
export interface Draft {
  /** The version that it goes out from. */
  version: number;
  text: string;
  conflicts: readonly OpenConflict[];
  at: number;
}

export interface Drafts {
  read(itemId: string): Draft | undefined;
  /** False where the browser has no room for it. */
  keep(itemId: string, draft: Draft): boolean;
  drop(itemId: string): void;
}

const mostDrafts = 50;
const mostMs = 30 * 24 * 60 * 60_000;
const prefix = 'gatehouse draft ';

/** The drafts of one account in this browser: they outlive the tab and the session. Old ones go, and more than 50. */
export function openDrafts(storage: Storage, accountId: string, now: number): Drafts {
  const own = `${prefix}${accountId} `;
  const all = keysOf(storage, prefix).map((key) => ({ key, at: readDraft(storage, key)?.at ?? 0 }));
  all.sort((one, other) => other.at - one.at);
  for (const [index, { key, at }] of all.entries()) if (index >= mostDrafts || at < now - mostMs) storage.removeItem(key);
  return {
    read: (itemId) => readDraft(storage, own + itemId),
    keep(itemId, draft) {
      try {
        storage.setItem(own + itemId, JSON.stringify(draft));
        return true;
      } catch {
        // The only way in which the browser says that there is no room.
        return false;
      }
    },
    drop: (itemId) => storage.removeItem(own + itemId),
  };
}

/** How many texts of an account are not saved. */
export function countDrafts(storage: Storage, accountId: string): number {
  return keysOf(storage, `${prefix}${accountId} `).length;
}

/** Whoever signs out leaves nothing behind. */
export function dropDrafts(storage: Storage, accountId: string): void {
  for (const key of keysOf(storage, `${prefix}${accountId} `)) storage.removeItem(key);
}

function keysOf(storage: Storage, start: string): string[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((key) => key.startsWith(start));
}

/** Undefined for what another release of the application wrote. */
function readDraft(storage: Storage, key: string): Draft | undefined {
  const text = storage.getItem(key);
  if (text === null) return undefined;
  try {
    const draft = JSON.parse(text) as Partial<Draft> | null;
    if (typeof draft?.text !== 'string' || typeof draft.version !== 'number' || !Array.isArray(draft.conflicts)) return undefined;
    const conflicts = draft.conflicts.filter(({ base, theirsAt }) => typeof base === 'string' && typeof theirsAt === 'number');
    return { version: draft.version, text: draft.text, conflicts, at: Number(draft.at ?? 0) };
  } catch {
    return undefined;
  }
}

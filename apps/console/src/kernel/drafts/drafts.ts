import { dayMs } from '@gatehouse/domain';
/** A place that the person and others changed differently. It shows the person's text until they choose. */
export interface OpenConflict {
  id: number;
  from: number;
  to: number;
  /** Text with the line endings of the document, like all texts outside of the editor. */
  theirs: string;
  /** Start of that text in the version that the draft is based on. */
  theirsAt: number;
  /** Common base of both texts. */
  base: string;
}

/** The item of a draft, so that the draft can be listed and opened although the item cannot be read. */
export interface DraftItem {
  orgId: string;
  type: 'doc' | 'file' | 'skill';
  name: string;
  mimeType: string;
  /** Path of a file next to SKILL.md. Undefined for other drafts. */
  path?: string | undefined;
}

/** Text that was typed and not saved. */
export interface Draft {
  /** Undefined in drafts of older releases. */
  item?: DraftItem | undefined;
  /** The version that it goes out from. */
  version: number;
  text: string;
  conflicts: readonly OpenConflict[];
  at: number;
}

export interface Drafts {
  read(itemId: string): Draft | undefined;
  /** False if the browser has no room. The draft then exists only until the tab is closed. */
  keep(itemId: string, draft: Draft): boolean;
  drop(itemId: string): void;
  /** Returns all drafts, last change first. */
  list(): ListedDraft[];
}

export interface ListedDraft extends Draft {
  itemId: string;
  /** File of a skill, unless it is SKILL.md. */
  path?: string;
}

/** Storage key of the draft of an item or of one of its files. Identifiers have no spaces. */
export function draftKey(itemId: string, path?: string): string {
  return path === undefined ? itemId : `${itemId} ${path}`;
}

function readKey(key: string): Pick<ListedDraft, 'itemId' | 'path'> {
  const space = key.indexOf(' ');
  return space < 0 ? { itemId: key } : { itemId: key.slice(0, space), path: key.slice(space + 1) };
}

const listeners = new Set<() => void>();

/** Hears when a draft comes or goes in this tab. Returns a function that stops it. */
export function hearDrafts(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function tellChanged(): void {
  for (const listener of listeners) listener();
}

const maxDrafts = 50;
/** Time for which a browser stores a draft. */
export const draftLifetimeMs = 30 * dayMs;
const prefix = 'gatehouse draft ';

/** Drafts for which the browser has no room, by their keys. They end with the tab. */
const allWithoutRoom = new WeakMap<Storage, Map<string, Draft>>();

function withoutRoomIn(storage: Storage): Map<string, Draft> {
  const drafts = allWithoutRoom.get(storage) ?? new Map<string, Draft>();
  allWithoutRoom.set(storage, drafts);
  return drafts;
}

/** Opens the drafts of an account in this browser, which outlive the tab and the session. Removes old ones, and all but the newest 50. */
export function openDrafts(storage: Storage, accountId: string, now: number): Drafts {
  const own = `${prefix}${accountId} `;
  const withoutRoom = withoutRoomIn(storage);
  const all = keysOf(storage, prefix).map((key) => ({ key, at: readDraft(storage, key)?.at ?? 0 }));
  all.sort((one, other) => other.at - one.at);
  for (const [index, { key, at }] of all.entries()) if (index >= maxDrafts || at < now - draftLifetimeMs) storage.removeItem(key);
  return {
    read: (itemId) => withoutRoom.get(own + itemId) ?? readDraft(storage, own + itemId),
    keep(itemId, draft) {
      const isAdded = storage.getItem(own + itemId) === null;
      try {
        storage.setItem(own + itemId, JSON.stringify(draft));
        withoutRoom.delete(own + itemId);
        // Listeners read all drafts, which takes too long for each change of a long one.
        if (isAdded) tellChanged();
        return true;
      } catch {
        // Thrown by browsers without room. They give no other sign.
        withoutRoom.set(own + itemId, draft);
        tellChanged();
        return false;
      }
    },
    drop(itemId) {
      storage.removeItem(own + itemId);
      withoutRoom.delete(own + itemId);
      tellChanged();
    },
    list() {
      const itemIds = new Set([...keysOf(storage, own), ...keysIn(withoutRoom, own)].map((key) => key.slice(own.length)));
      const drafts = [...itemIds].flatMap((itemId) => {
        const draft = withoutRoom.get(own + itemId) ?? readDraft(storage, own + itemId);
        return draft ? [{ ...draft, ...readKey(itemId) }] : [];
      });
      return drafts.sort((one, other) => other.at - one.at);
    },
  };
}

/** Signing out removes all drafts. */
export function dropDrafts(storage: Storage, accountId: string): void {
  const own = `${prefix}${accountId} `;
  const withoutRoom = withoutRoomIn(storage);
  for (const key of keysOf(storage, own)) storage.removeItem(key);
  for (const key of keysIn(withoutRoom, own)) withoutRoom.delete(key);
}

/** True if closing this tab would lose a draft. */
export function hasDraftWithoutRoom(storage: Storage): boolean {
  return withoutRoomIn(storage).size > 0;
}

function keysIn(drafts: ReadonlyMap<string, Draft>, start: string): string[] {
  return [...drafts.keys()].filter((key) => key.startsWith(start));
}

function keysOf(storage: Storage, start: string): string[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((key) => key.startsWith(start));
}

/** Undefined for data from another release of the application. */
function readDraft(storage: Storage, key: string): Draft | undefined {
  const text = storage.getItem(key);
  if (text === null) return undefined;
  try {
    const draft = JSON.parse(text) as Partial<Draft> | null;
    if (typeof draft?.text !== 'string' || typeof draft.version !== 'number' || !Array.isArray(draft.conflicts)) return undefined;
    const conflicts = draft.conflicts.filter(({ base, theirsAt }) => typeof base === 'string' && typeof theirsAt === 'number');
    return { item: readDraftItem(draft.item), version: draft.version, text: draft.text, conflicts, at: Number(draft.at ?? 0) };
  } catch {
    return undefined;
  }
}

function readDraftItem(item: Partial<DraftItem> | undefined): DraftItem | undefined {
  const { orgId, type, name, mimeType, path } = item ?? {};
  if (type !== 'doc' && type !== 'file' && type !== 'skill') return undefined;
  const isRead = typeof orgId === 'string' && typeof name === 'string' && typeof mimeType === 'string';
  return isRead ? { orgId, type, name, mimeType, ...(typeof path === 'string' && { path }) } : undefined;
}

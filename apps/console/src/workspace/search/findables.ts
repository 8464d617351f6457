import type { ReactNode } from 'react';

/** Something that the search finds. */
export interface Findable {
  /** What it is and its identifier, as `recents.ts` notes it. */
  id: string;
  title: string;
  /** What it is, or whose: it is found by that too, behind what is called so. */
  kind: string;
  icon?: ReactNode;
  /** What is known of it, beside the list. */
  preview?: ReactNode;
  /** Found by its text: it stands behind what is called so. */
  isInText?: boolean;
  open: () => void;
}

export interface Entry extends Findable {
  keys?: string | undefined;
}

const maxShown = 50;

/**
 * What begins with the text first, then what has it at the beginning of a word, then anywhere, then what is of something that has it, then
 * what has it in its text. Of two alike the one that comes first.
 */
export function find(text: string, entries: readonly Entry[], most = maxShown): Entry[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return entries.slice(0, most);
  const ranks: Entry[][] = [[], [], [], [], []];
  for (const entry of entries) ranks[rankOf(entry, wanted)]?.push(entry);
  return ranks.flat().slice(0, most);
}

function rankOf({ title, kind, isInText }: Entry, wanted: string): number {
  const at = title.toLowerCase().indexOf(wanted);
  if (at < 0) return kind.toLowerCase().includes(wanted) ? 3 : isInText ? 4 : -1;
  return at === 0 ? 0 : title[at - 1] === ' ' ? 1 : 2;
}

/** Each once; those that were opened last stand first. */
export function recentFirst<One extends Findable>(findables: readonly One[], recents: readonly string[]): One[] {
  const byId = new Map<string, One>();
  for (const one of findables) if (!byId.has(one.id)) byId.set(one.id, one);
  const opened = recents.flatMap((id) => byId.get(id) ?? []);
  for (const { id } of opened) byId.delete(id);
  return [...opened, ...byId.values()];
}

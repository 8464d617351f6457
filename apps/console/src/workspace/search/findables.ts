import { plainWord } from '@gatehouse/domain/words';
import type { ReactNode } from 'react';

/** Something that the search finds. */
export interface Findable {
  /** Kind and identifier, in the form of `recents.ts`. */
  id: string;
  title: string;
  /** Kind or owner. The search finds it too, but ranks it after titles. */
  kind: string;
  icon?: ReactNode;
  /** Details, shown next to the list. */
  preview?: ReactNode;
  /** True if it was found by its text. It ranks after all others. */
  isInText?: boolean;
  /** Identifier, if it is a document, file or skill. */
  itemId?: string;
  open: () => void;
}

export interface Entry extends Findable {
  keys?: string | undefined;
}

const maxShown = 50;

/**
 * Filters and ranks entries. The order is: titles that begin with the text, titles with a word that begins with it, other titles, kinds,
 * then texts. Entries of equal rank keep their order.
 */
export function find(text: string, entries: readonly Entry[], most = maxShown): Entry[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return entries.slice(0, most);
  const ranks: Entry[][] = [[], [], [], [], []];
  for (const entry of entries) ranks[rankOf(entry, wanted)]?.push(entry);
  return ranks.flat().slice(0, most);
}

function rankOf({ title, kind, isInText }: Entry, wanted: string): number {
  const rank = rankInTitle(title.toLowerCase(), wanted) ?? rankInTitle(withoutAccents(title), withoutAccents(wanted));
  return rank ?? (kind.toLowerCase().includes(wanted) ? 3 : isInText ? 4 : -1);
}

function rankInTitle(title: string, wanted: string): number | undefined {
  const at = wanted === '' ? -1 : title.indexOf(wanted);
  if (at < 0) return undefined;
  return at === 0 ? 0 : title[at - 1] === ' ' ? 1 : 2;
}

/** Replaces special letters with those of most keyboards, so that "strasse" finds "Straße". */
const withoutAccents = (text: string) => text.split(' ').map(plainWord).join(' ');

/** Removes duplicates and puts recently opened entries first. */
export function recentFirst<One extends Findable>(findables: readonly One[], recents: readonly string[]): One[] {
  const byId = new Map<string, One>();
  for (const one of findables) if (!byId.has(one.id)) byId.set(one.id, one);
  const opened = recents.flatMap((id) => byId.get(id) ?? []);
  for (const { id } of opened) byId.delete(id);
  return [...opened, ...byId.values()];
}

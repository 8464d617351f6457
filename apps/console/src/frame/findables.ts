import type { ReactNode } from 'react';

/** Something that the search finds. */
export interface Findable {
  id: string;
  title: string;
  /** What it is, or whose: it is found by that too, behind what is called so. */
  kind: string;
  icon?: ReactNode;
  open: () => void;
}

export interface Entry extends Findable {
  keys?: string | undefined;
}

const mostShown = 50;

/** What begins with the text first, then what has it at the beginning of a word, then anywhere, then what is of something that has it. */
export function find(text: string, entries: readonly Entry[]): Entry[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return entries.slice(0, mostShown);
  const ranks: Entry[][] = [[], [], [], []];
  for (const entry of entries) ranks[rankOf(entry, wanted)]?.push(entry);
  return ranks.flat().slice(0, mostShown);
}

function rankOf({ title, kind }: Entry, wanted: string): number {
  const at = title.toLowerCase().indexOf(wanted);
  if (at < 0) return kind.toLowerCase().includes(wanted) ? 3 : -1;
  return at === 0 ? 0 : title[at - 1] === ' ' ? 1 : 2;
}

import { useState } from 'react';
import type { OutputOf } from '../../kernel/calls/call.ts';
import type { TakeBackEntry } from './take-back.ts';

export type EntryPage = OutputOf<'list_take_back_items'>;

/** Pages in which entries that were edited say what would become of them now. */
export function withEdited<Pages extends { pages: EntryPage[] }>(data: Pages, edited: readonly TakeBackEntry[]): Pages {
  const byId = new Map(edited.map((entry) => [entry.itemId, entry]));
  return { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.map((entry) => byId.get(entry.itemId) ?? entry) })) };
}

/** Rows at the places where they were first seen: a choice changes where the gateway lists its row, and nothing moves under a pointer. */
export function useSteadyRows(rows: readonly TakeBackEntry[] | undefined): readonly TakeBackEntry[] | undefined {
  const [shown, setShown] = useState(rows);
  if (!rows) return shown;
  const steady = keepPlaces(shown ?? [], rows);
  if (steady !== shown) setShown(steady);
  return steady;
}

/** What was shown, as it is now, and behind it what is new. The same array where nothing is different. */
export function keepPlaces(shown: readonly TakeBackEntry[], rows: readonly TakeBackEntry[]): readonly TakeBackEntry[] {
  const byId = new Map(rows.map((row) => [row.itemId, row]));
  const kept = shown.map((row) => byId.get(row.itemId) ?? row);
  const known = new Set(shown.map(({ itemId }) => itemId));
  const all = [...kept, ...rows.filter(({ itemId }) => !known.has(itemId))];
  return all.length === shown.length && all.every((row, index) => row === shown[index]) ? shown : all;
}

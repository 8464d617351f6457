import { useState } from 'react';
import type { OutputOf } from '../../kernel/calls/call.ts';
import type { TakeBackEntry } from './take-back.ts';

export type EntryPage = OutputOf<'list_take_back_items'>;

/** Pages with the new results of edited entries. */
export function withEdited<Pages extends { pages: EntryPage[] }>(data: Pages, edited: readonly TakeBackEntry[]): Pages {
  const byId = new Map(edited.map((entry) => [entry.itemId, entry]));
  return { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.map((entry) => byId.get(entry.itemId) ?? entry) })) };
}

/** Rows at their first positions: a choice changes the gateway's order, but rows must not move under the pointer. */
export function useSteadyRows(rows: readonly TakeBackEntry[] | undefined): readonly TakeBackEntry[] | undefined {
  const [shown, setShown] = useState(rows);
  if (!rows) return shown;
  const steady = keepPlaces(shown ?? [], rows);
  if (steady !== shown) setShown(steady);
  return steady;
}

/** Shown rows with their newest state, followed by new rows. Returns the same array if nothing changed. */
export function keepPlaces(shown: readonly TakeBackEntry[], rows: readonly TakeBackEntry[]): readonly TakeBackEntry[] {
  const byId = new Map(rows.map((row) => [row.itemId, row]));
  const kept = shown.map((row) => byId.get(row.itemId) ?? row);
  const known = new Set(shown.map(({ itemId }) => itemId));
  const all = [...kept, ...rows.filter(({ itemId }) => !known.has(itemId))];
  return all.length === shown.length && all.every((row, index) => row === shown[index]) ? shown : all;
}

import { expect } from 'vitest';
import type { Asked } from './cast.ts';
import { type Actor, accessOf, type PlacedItem, type Rights, reach } from './rules.ts';

/** Checks that an answer names exactly the wanted items. */
export function expectItems(rights: Rights, actor: Actor, asked: unknown, answer: string, wanted: (item: PlacedItem) => boolean): void {
  const items = [...rights.items.values()];
  const found = items.filter(({ id }) => answer.includes(id)).map(({ id }) => id);
  const expected = items.filter(wanted).map(({ id }) => id);
  expect({ actor: actor.name, asked, found }).toEqual({ actor: actor.name, asked, found: expected });
}

const mentions = /\b(?:canary\d+x|(?:doc|file|skill|folder)_[a-z0-9]{26})\b/g;

/**
 * Checks that an answer has no identifier or canary of an item or folder that the caller neither sees nor named. Exceptions: identifiers in
 * the log of the caller's own calls, identifiers of hidden folders in earlier states of visible items (D65.6, D67.2), and the folder of a
 * visible large result.
 */
export function expectNoLeak(rights: Rights, actor: Actor, asked: Asked, answer: unknown): void {
  const given = new Set(JSON.stringify(asked).match(mentions));
  const isOfThePast = asked[0] === 'list_changes' || 'asOf' in asked[1];
  const items = [...rights.items.values()];
  const holds = (folder: string) => items.some((item) => item.isResult && item.folder === folder && reach(rights, actor, item) !== null);
  const leaked = [...new Set((JSON.stringify(answer) ?? '').match(mentions))].filter((word) => {
    if (given.has(word)) return false;
    if (asked[0] === 'list_activity' && !word.startsWith('canary')) return false;
    const item = rights.items.get(word) ?? items.find(({ canary }) => canary === word);
    if (item) return reach(rights, actor, item) === null;
    if (isOfThePast && word.startsWith('folder_')) return false;
    const folder = rights.folders.get(rights.folderNames.get(word) ?? word);
    return folder !== undefined && accessOf(rights, actor, folder.id) === null && !holds(folder.id);
  });
  expect({ by: actor.name, asked, leaked }).toEqual({ by: actor.name, asked, leaked: [] });
}

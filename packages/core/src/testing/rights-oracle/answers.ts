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
 * Checks that an answer has no identifier or canary of an item or folder that the caller neither sees nor named, besides those that the
 * rules show.
 */
export function expectNoLeak(rights: Rights, actor: Actor, asked: Asked, answer: unknown): void {
  const given = new Set(JSON.stringify(asked).match(mentions));
  const items = [...rights.items.values()];
  const text = JSON.stringify(answer, withoutShown(actor, asked)) ?? '';
  const leaked = [...new Set(text.match(mentions))].filter((word) => {
    if (given.has(word)) return false;
    const item = rights.items.get(word) ?? items.find(({ canary }) => canary === word);
    if (item) return reach(rights, actor, item) === null;
    const folder = rights.folders.get(rights.folderNames.get(word) ?? word);
    return folder !== undefined && accessOf(rights, actor, folder.id) === null;
  });
  expect({ by: actor.name, asked, leaked }).toEqual({ by: actor.name, asked, leaked: [] });
}

const idOfFolder = /^folder_[a-z0-9]{26}$/;

/**
 * Returns a replacer that drops identifiers that the rules show to callers who do not see the thing: subjects of their own calls in the
 * log, and folders of earlier states without their names (D65.6, D67.3). Keys that are limited to folders get no such folders (D49.5).
 */
function withoutShown({ key }: Actor, [tool, input]: Asked): ((name: string, value: unknown) => unknown) | undefined {
  if (tool === 'list_activity') return (name, value) => (name === 'itemId' ? undefined : value);
  const isOfThePast = tool === 'list_changes' || 'asOf' in input;
  if (!isOfThePast || key?.limits) return undefined;
  return (_name, value) => (typeof value === 'string' && idOfFolder.test(value) ? undefined : value);
}

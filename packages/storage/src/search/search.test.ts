import { expect, it } from 'vitest';
import { ask, runSync } from '../kernel/ops.ts';
import { findInTiers, type Place, type SearchHit } from './search.ts';

/** The places that are looked through where nothing is found. */
function placesOf(more: object): Place[] {
  const looked: Place[] = [];
  const viewer = { orgId: 'org', personId: '', seesAll: true, limits: null, at: 0 };
  const found = runSync(
    findInTiers({ viewer, query: 'release notes', limit: 25, ...more }, function* ({ places }) {
      return yield* ask<SearchHit[]>(() => {
        looked.push(...places);
        return [];
      });
    }),
  );
  expect(found).toEqual([]);
  return [...new Set(looked)];
}

it.each(['phrase', 'words'] as const)('files and skills are not searched in the bodies of documents, by a %s (D23)', (match) => {
  for (const type of ['file', 'skill']) expect(placesOf({ match, type })).toEqual(['name', 'tags']);
  for (const type of ['doc', undefined]) expect(placesOf({ match, type })).toEqual(['name', 'tags', 'body']);
});

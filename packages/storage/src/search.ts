import { foldQuery, foldText } from './fold.ts';
import type { Op } from './ops.ts';
import type { Viewer } from './visibility.ts';
import type { ItemType } from './vocabulary.ts';

/** What is found by: the name and tags of every item, the body of documents only (search rule of the contract). */
export interface Searchable {
  orgId: string;
  searchRow: number;
  name: string;
  tags: string[];
  body: string;
}

export interface SearchHit {
  type: ItemType;
  id: string;
  name: string;
  folderId: string | null;
}

export interface SearchRequest {
  viewer: Viewer;
  query: string;
  type?: ItemType | undefined;
  limit: number;
}

/** The index of names, tags and bodies, kept inside the writing transaction. Every engine gives the same hits in the same order (D23). */
export interface Search {
  /** The row under which the next version of an item is indexed: larger than every other of its organization. */
  nextRow(orgId: string): Op<number>;
  put(item: Searchable): Op<void>;
  remove(orgId: string, searchRow: number): Op<void>;
  /** Visible items that contain the phrase: exact name, name start, name, tag, body; then newest update. */
  find(request: SearchRequest): Op<SearchHit[]>;
}

/** Marks around indexed text: they make "begins with" and "is exactly" phrases, and let every character begin a trigram. */
const start = '\u0002';
const end = '\u0003';

export type Place = 'name' | 'tags' | 'body';

export interface Tier {
  place: Place;
  needle: string;
}

/** Exact name, name start, name, tag, body: the order of the hits (D23). */
function tiersOf(query: string): Tier[] {
  return [
    { place: 'name', needle: start + query + end },
    { place: 'name', needle: start + query },
    { place: 'name', needle: query },
    { place: 'tags', needle: query },
    { place: 'body', needle: query },
  ];
}

/**
 * The first hits of all tiers. `findTier` gives the newest hits of one, at most as many as are wanted of all: it may repeat every hit
 * of the tiers before it, and still fills the room that they left.
 */
export function* findInTiers(query: string, limit: number, findTier: (tier: Tier) => Op<SearchHit[]>): Op<SearchHit[]> {
  const folded = foldQuery(query);
  const found = new Map<string, SearchHit>();
  for (const tier of folded === '' ? [] : tiersOf(folded)) {
    for (const hit of yield* findTier(tier)) if (!found.has(hit.id)) found.set(hit.id, hit);
    if (found.size >= limit) break;
  }
  return [...found.values()].slice(0, limit);
}

export function indexedName(name: string): string {
  return start + foldText(name) + end + end;
}

export function indexedTags(tags: string[]): string {
  return tags.map(indexedName).join('');
}

export function indexedBody(body: string): string {
  return body === '' ? '' : foldText(body) + end + end;
}

import type { ItemType, LiteralMatch } from '@gatehouse/domain';
import { foldQuery, foldText } from '../kernel/folding/fold.ts';
import type { Op } from '../kernel/ops.ts';
import type { Viewer } from '../query/visibility.ts';
import type { ItemText, TextSource } from '../repos/workspace/item-texts.ts';
import type { BestAnswer, BestRequest } from './words/find-best.ts';

/** Searchable texts: the name and tags of every item, and the body of documents only (search rule of the contract). */
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
  /** Default: `phrase`. */
  match?: LiteralMatch | undefined;
  type?: ItemType | undefined;
  folderId?: string | undefined;
  limit: number;
}

/**
 * Index of names, tags and bodies, written inside the transaction of a change. Every engine returns the same hits in the same order (D23).
 */
export interface Search {
  /** Row for indexing the next version of an item. It is larger than every other row of its organization. */
  nextRow(orgId: string): Op<number>;
  put(item: Searchable): Op<void>;
  remove(orgId: string, searchRow: number): Op<void>;
  /**
   * Visible items that contain the phrase: exact name, name start, name, tag, body; then newest update. For words: the exact name and the
   * name's start by the phrase, then all words in the name, all in the tags, all somewhere.
   */
  find(request: SearchRequest): Op<SearchHit[]>;
  /** Visible items that best answer a question, by their words. // D23.10 */
  findBest(request: BestRequest): Op<BestAnswer>;
  /** Notes that the readable text of an unchanged item is different, because text was extracted from its file (D75). */
  textChanged(orgId: string, itemId: string): Op<void>;
  /** All texts of an item that `findBest` searches for words. */
  texts(item: TextSource): Op<ItemText[]>;
}

/** Marks around indexed text: they make "begins with" and "is exactly" phrases, and let every character begin a trigram. */
const start = '\u0002';
const end = '\u0003';

export type Place = 'name' | 'tags' | 'body';

/** Items that have every needle in one of the places. */
export interface Tier {
  places: readonly Place[];
  needles: readonly string[];
}

/**
 * Tiers in the order of hits: exact name, name start, name, tag, body (D23). Only documents have bodies, so files and skills are not
 * searched there.
 */
function tiersOf(query: string, match: LiteralMatch, type: ItemType | undefined): Tier[] {
  const needles = match === 'words' ? wordsOf(query) : [query];
  const hasBodies = type === undefined || type === 'doc';
  const several: Place[] = hasBodies ? ['name', 'tags', 'body'] : ['name', 'tags'];
  const rest: Place[] = needles.length > 1 ? several : hasBodies ? ['body'] : [];
  return [
    { places: ['name'], needles: [start + query + end] },
    { places: ['name'], needles: [start + query] },
    { places: ['name'], needles },
    { places: ['tags'], needles },
    ...(rest.length === 0 ? [] : [{ places: rest, needles }]),
  ];
}

/** Words of a folded query. A word that is a part of another word is redundant. */
export function wordsOf(folded: string): string[] {
  const words = [...new Set(folded.split(' '))];
  return words.filter((word) => !words.some((other) => other !== word && other.includes(word)));
}

/**
 * Returns the first hits of all tiers. `findTier` returns the newest hits of one tier, at most as many as are wanted in total. A tier may
 * repeat every hit of the earlier tiers and still fill the remaining places.
 */
export function* findInTiers(
  { query, match = 'phrase', type, limit }: SearchRequest,
  findTier: (tier: Tier) => Op<SearchHit[]>,
): Op<SearchHit[]> {
  const folded = foldQuery(query);
  const found = new Map<string, SearchHit>();
  for (const tier of folded === '' ? [] : tiersOf(folded, match, type)) {
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

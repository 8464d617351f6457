import type { ItemType } from '@gatehouse/domain';
import { readQuestion } from '@gatehouse/domain/words';
import type { BestAnswer, BestHit, Op } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { pageAddress } from '../../kernel/context/page-address.ts';
import { type BestSnippet, bestSnippet } from '../text/best-snippet.ts';
import { examined } from '../text/snippet.ts';
import { folderPaths, placeOf } from './folder-paths.ts';

export interface BestSearch {
  query: string;
  type?: ItemType | undefined;
  folderId?: string | undefined;
}

export interface BestResult extends Partial<BestSnippet> {
  type: ItemType;
  id: string;
  title: string;
  folderId: string | null;
  /** Names of its folders, from the top. */
  folderPath?: string;
  /** The file of a skill that the snippet is from. */
  path?: string;
  /** Number of the question's words that it has, as in `3 of 4`. */
  words: string;
  url: string;
}

/** Maximum UTF-16 units that a call reads of texts after their beginnings, for all snippets together. */
const maxReadOn = 512 * 1024;

/** The items that answer a question best, each with the place that has most of its words. // D23.10 */
export function* bestHits(
  context: ToolContext,
  search: BestSearch,
  limit: number,
): Op<{ results: BestResult[] } & Pick<BestAnswer, 'isIncomplete'>> {
  const { store, viewer } = context;
  const { query, ...scope } = search;
  const question = readQuestion(query);
  const { hits, isIncomplete } = yield* store.search.findBest({ viewer, question, ...scope, limit });
  const terms = new Set(question.words.map(({ term }) => term));
  const texts = hits.map(({ id }) => id);
  const beginnings = texts.length === 0 ? new Map<string, string>() : yield* store.contents.beginnings(viewer.orgId, texts, examined);
  const paths = yield* folderPaths(context, hits);
  const room = { units: maxReadOn };
  const results: BestResult[] = [];
  for (const hit of hits) {
    const { type, id, name, folderId, has, of } = hit;
    const place = yield* placeIn(context, hit, beginnings.get(id), terms, room);
    results.push({ type, id, title: name, ...placeOf(paths, folderId), ...place, words: `${has} of ${of}`, url: pageAddress(context, id) });
  }
  return { results, isIncomplete };
}

/** Looks in the beginning of a text, and reads on only if the words are not there. */
function* placeIn(
  { store, viewer }: ToolContext,
  { id, type, manifest }: BestHit,
  beginning: string | undefined,
  terms: ReadonlySet<string>,
  room: { units: number },
): Op<(BestSnippet & { path?: string }) | undefined> {
  const place = beginning === undefined ? undefined : bestSnippet(beginning, terms);
  const isWhole = beginning === undefined ? type !== 'file' : beginning.length < examined;
  if (place || (isWhole && manifest === null) || room.units <= 0) return place;
  for (const { path, text } of yield* store.search.texts({ orgId: viewer.orgId, id, manifest })) {
    room.units -= text.length;
    const found = bestSnippet(text.slice(0, maxReadOn), terms);
    if (found) return path === '' ? found : { ...found, path };
  }
  return undefined;
}

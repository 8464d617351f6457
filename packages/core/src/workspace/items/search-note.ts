import type { ItemType, LiteralMatch } from '@gatehouse/domain';
import { foldQuery, type Op, wordsOf } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { lookIn } from './look-in.ts';

export interface Search {
  query: string;
  match: LiteralMatch;
  type?: ItemType | undefined;
  folderId?: string | undefined;
}

/**
 * Returns a note for a search without results. It suggests a wider search that finds something, or fewer words. Runs at most four searches.
 * // D23
 */
export function* noteOnNothing(context: ToolContext, search: Search): Op<string> {
  const { store, viewer } = context;
  const { query, match, type, folderId } = search;
  const hasSeveralWords = wordsOf(foldQuery(query)).length > 1;
  const what = hasSeveralWords ? (match === 'phrase' ? 'this phrase' : 'all of these words') : 'this';
  const nothing = `nothing${type === undefined ? '' : ` of type "${type}"`} that this key can see has ${what} in its title, name, tags or document body`;
  if (folderId !== undefined) {
    const below = yield* lookIn(context, { folderId, deep: true });
    const [hit] = yield* store.search.find({ viewer: below.context.viewer, ...search, folderId: below.folderId, limit: 1 });
    if (hit) return `${nothing}; search with "deep": true finds something`;
  }
  for (const { change, advice } of widerThan(search, hasSeveralWords)) {
    const [hit] = yield* store.search.find({ viewer, ...search, ...change, limit: 1 });
    if (hit) return `${nothing}; ${advice} finds something`;
  }
  const fewer = hasSeveralWords ? ' try fewer words;' : '';
  return `${nothing};${fewer} grep also looks into files and skills`;
}

interface WiderSearch {
  change: Partial<Search>;
  advice: string;
}

function widerThan({ match, type }: Search, hasSeveralWords: boolean): WiderSearch[] {
  const anyType: WiderSearch = { change: { type: undefined }, advice: 'search without "type"' };
  const anyOrder: WiderSearch = { change: { match: 'words' }, advice: 'search with "match": "words"' };
  const both: WiderSearch = { change: { type: undefined, match: 'words' }, advice: 'search with "match": "words" and without "type"' };
  const isPhrase = match === 'phrase' && hasSeveralWords;
  return [...(type === undefined ? [] : [anyType]), ...(isPhrase ? [anyOrder] : []), ...(isPhrase && type !== undefined ? [both] : [])];
}

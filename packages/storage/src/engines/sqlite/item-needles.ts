import { foldText } from '../../kernel/folding/fold.ts';
import type { Op } from '../../kernel/ops.ts';
import { indexedName, indexedTags, type Place, type SearchHit, type SearchRequest, type Tier } from '../../search/search.ts';
import type { Candidate, SearchStatements } from './search-statements.ts';

/** Searches the texts of items for needles. */
export function createNeedleReader({ bodyOf }: Pick<SearchStatements, 'bodyOf'>) {
  /** Reads the texts of an item and checks that each needle occurs in one of the places. */
  function* holds(orgId: string, item: Candidate, { places, needles }: Tier): Op<boolean> {
    let missing = needles;
    for (const place of places) {
      if (missing.length === 0) break;
      const text = yield* textOf(orgId, item, place);
      missing = missing.filter((needle) => !text.includes(needle));
    }
    return missing.length === 0;
  }

  function* textOf(orgId: string, item: Candidate, place: Place): Op<string> {
    if (place === 'name') return indexedName(item.name);
    if (place === 'tags') return indexedTags(item.tags);
    if (item.type !== 'doc') return '';
    const [text] = yield* bodyOf({ orgId, itemId: item.id });
    return foldText(text?.body ?? '');
  }

  /** Returns the first of these items that have every needle. */
  function* holding(tier: Tier, candidates: readonly Candidate[], { viewer, limit }: SearchRequest): Op<SearchHit[]> {
    const hits: SearchHit[] = [];
    for (const item of candidates) {
      if (hits.length === limit) break;
      if (yield* holds(viewer.orgId, item, tier)) hits.push(item);
    }
    return hits;
  }

  return { holds, holding };
}

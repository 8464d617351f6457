import type { Op } from '../../kernel/ops.ts';
import type { Engine } from '../../query/engine.ts';
import { contentQueries } from '../../repos/workspace/contents.ts';
import { itemTexts } from '../../repos/workspace/item-texts.ts';
import { skillQueries } from '../../repos/workspace/skills.ts';
import type { Search } from '../search.ts';
import { bestFinder } from './find-best.ts';
import { indexWords, type WordIndexing } from './index-words.ts';
import { rowQueries } from './row-queries.ts';
import { waitingWords } from './waiting-words.ts';
import type { WordIndex } from './word-index.ts';

/** Search of one engine, with the background work that indexes its words. */
export interface SearchWithWords extends Search {
  indexing: WordIndexing;
}

/** Search by words over the index of one engine. // D23.10 */
export function wordSearch(engine: Engine, index: WordIndex) {
  const rows = rowQueries(engine);
  const textsOf = itemTexts(contentQueries(engine), skillQueries(engine));
  const parts = { index, rows, textsOf };
  return {
    index,
    texts: textsOf,
    findBest: bestFinder({ ...parts, waiting: waitingWords(parts) }),
    indexing: indexWords(parts),
    *textChanged(orgId: string, itemId: string): Op<void> {
      const row = yield* rows.heldRowOf(orgId, itemId);
      if (row === null || row === undefined) return;
      yield* index.remove(orgId, row);
      yield* index.note(row);
    },
  };
}

import { countWords, type WordCounts } from '@gatehouse/domain/words';
import type { Op } from '../../kernel/ops.ts';
import type { ItemText, TextSource } from '../../repos/workspace/item-texts.ts';
import type { IndexedItem, rowQueries } from './row-queries.ts';
import type { WordScope } from './word-index.ts';

/** Maximum items of one organization that a search reads because their words are not indexed yet. */
export const maxWaitingRows = 100;
const maxWaitingBytes = 1024 * 1024;
/** Maximum terms in memory, for all organizations. */
const maxKeptTerms = 200_000;

export interface WaitingItems {
  items: ({ row: number } & WordCounts)[];
  isIncomplete: boolean;
}

export interface WaitingWords {
  /** Reads the visible items whose words are not indexed yet, with their words. */
  read(scope: WordScope): Op<WaitingItems>;
}

interface WaitingParts {
  rows: ReturnType<typeof rowQueries>;
  textsOf: (item: TextSource) => Op<ItemText[]>;
}

/** Reads the words of items that the index lacks, so that a change is found immediately. Words are cached until the item changes. */
export function waitingWords({ rows, textsOf }: WaitingParts): WaitingWords {
  const kept = new Map<string, WordCounts>();
  let keptTerms = 0;

  function* wordsOf(item: IndexedItem): Op<WordCounts> {
    const version = versionOf(item);
    const known = kept.get(version);
    if (known) return known;
    const texts = yield* textsOf(item);
    const words = countWords({ name: item.name, tags: item.tags, texts: texts.map(({ text }) => text) });
    if (keptTerms > maxKeptTerms) {
      kept.clear();
      keptTerms = 0;
    }
    keptTerms += words.counts.size;
    kept.set(version, words);
    return words;
  }

  return {
    *read(scope) {
      const waiting = yield* rows.waiting(scope, maxWaitingRows + 1);
      const items: WaitingItems['items'] = [];
      let bytes = 0;
      let isIncomplete = waiting.length > maxWaitingRows || waiting.some(({ isOld }) => Boolean(isOld));
      for (const item of waiting.slice(0, maxWaitingRows)) {
        if (item.isOld) break;
        bytes += item.sizeBytes;
        if (bytes > maxWaitingBytes && items.length > 0) isIncomplete = true;
        else items.push({ row: item.searchRow!, ...(yield* wordsOf(item)) });
      }
      return { items, isIncomplete };
    },
  };
}

/** Key for all sources of an item's words. The search row alone is not enough: after a rollback it can return with another item. */
export function versionOf({ orgId, id, searchRow, name, tags, manifest, extracted, sha256 }: IndexedItem): string {
  return JSON.stringify([searchRow, orgId, id, name, tags, manifest, extracted, Buffer.from(sha256).toString('base64')]);
}

import { countWords, type WordCounts } from '@gatehouse/domain/words';
import type { Op } from '../../kernel/ops.ts';
import { type ItemText, type TextSource, unitsOf } from '../../repos/workspace/item-texts.ts';
import type { IndexedItem, rowQueries } from './row-queries.ts';
import type { WordScope } from './word-index.ts';

/** Maximum items of one organization that a search reads because their words are not indexed yet. */
export const maxWaitingRows = 100;
/** Maximum UTF-16 units of their texts that a search counts, and about how many it reads: counting takes a hundred times as long. */
const maxCounted = 1024 * 1024;
const maxRead = 4 * maxCounted;
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

interface Room {
  counted: number;
  read: number;
}

interface WaitingParts {
  rows: ReturnType<typeof rowQueries>;
  textsOf: (item: TextSource) => Op<ItemText[]>;
}

/** Reads the words of items that the index lacks, so that a change is found immediately. Words are cached until the item changes. */
export function waitingWords({ rows, textsOf }: WaitingParts): WaitingWords {
  const kept = new Map<string, WordCounts>();
  let keptTerms = 0;

  function keep(version: string, words: WordCounts): WordCounts {
    if (keptTerms > maxKeptTerms) {
      kept.clear();
      keptTerms = 0;
    }
    keptTerms += words.counts.size;
    kept.set(version, words);
    return words;
  }

  /** Undefined for an item with more text than there is room for. */
  function* wordsOf(item: IndexedItem, room: Room): Op<WordCounts | undefined> {
    const version = versionOf(item);
    const known = kept.get(version);
    if (known || room.read <= 0) return known;
    const texts = (yield* textsOf(item)).map(({ text }) => text);
    const units = unitsOf(texts);
    room.read -= units;
    if (units > room.counted) return undefined;
    room.counted -= units;
    return keep(version, countWords({ name: item.name, tags: item.tags, texts }));
  }

  return {
    *read(scope) {
      const waiting = yield* rows.waiting(scope, maxWaitingRows + 1);
      const items: WaitingItems['items'] = [];
      const room: Room = { counted: maxCounted, read: maxRead };
      let isIncomplete = waiting.length > maxWaitingRows || waiting.some(({ isOld }) => Boolean(isOld));
      for (const item of waiting.slice(0, maxWaitingRows)) {
        if (item.isOld) break;
        const words = yield* wordsOf(item, room);
        if (words) items.push({ row: item.searchRow!, ...words });
        else isIncomplete = true;
      }
      return { items, isIncomplete };
    },
  };
}

/** Key for all sources of an item's words. The search row alone is not enough: after a rollback it can return with another item. */
export function versionOf({ orgId, id, searchRow, name, tags, manifest, extracted, sha256 }: IndexedItem): string {
  return JSON.stringify([searchRow, orgId, id, name, tags, manifest, extracted, Buffer.from(sha256).toString('base64')]);
}

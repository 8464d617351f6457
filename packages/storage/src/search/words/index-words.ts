import { setImmediate as turn } from 'node:timers/promises';
import { countInSteps, type WordCounts } from '@gatehouse/domain/words';
import type { Op } from '../../kernel/ops.ts';
import { type ItemText, type TextSource, unitsOf } from '../../repos/workspace/item-texts.ts';
import { writeCounts } from './counts-text.ts';
import type { IndexedItem, rowQueries } from './row-queries.ts';
import { versionOf } from './waiting-words.ts';
import type { WordIndex } from './word-index.ts';

/** Maximum rows that one background transaction indexes: the calls of that moment wait for it. */
const rowsAtOnce = 32;
/** UTF-16 units of text after which a transaction takes no further row, and maximum units that are counted before other calls run. */
const unitsAtOnce = 64 * 1024;

export interface IndexingParts {
  index: WordIndex;
  rows: ReturnType<typeof rowQueries>;
  textsOf: (item: TextSource) => Op<ItemText[]>;
}

export interface IndexingTransactions {
  read<T>(program: () => Op<T>): Promise<T>;
  change<T>(program: () => Op<T>): Promise<T>;
}

/** Indexes the words of some waiting items. Several processes may run it at the same time. */
export interface WordIndexing {
  /** Returns the number of rows taken from the waiting ones, and if more wait. */
  step(transactions: IndexingTransactions): Promise<{ rows: number; hasMore: boolean }>;
}

export function indexWords({ index, rows, textsOf }: IndexingParts): WordIndexing {
  function* readSome(): Op<{ waiting: number[]; items: { item: IndexedItem; texts: ItemText[] }[] }> {
    const waiting = yield* index.nextWaiting(rowsAtOnce);
    const found = new Map((waiting.length === 0 ? [] : yield* rows.ofRows(waiting)).map((item) => [item.searchRow, item]));
    const items: { item: IndexedItem; texts: ItemText[] }[] = [];
    let units = 0;
    for (const [place, row] of waiting.entries()) {
      const item = found.get(row);
      const texts = item ? yield* textsOf(item) : [];
      if (item) items.push({ item, texts });
      units += unitsOf(texts.map(({ text }) => text));
      if (units >= unitsAtOnce) return { waiting: waiting.slice(0, place + 1), items };
    }
    return { waiting, items };
  }

  /** Removes rows from the waiting list before reading their items again. Later changes then note the row again. */
  function* keep(waiting: readonly number[], made: ReadonlyMap<number, MadeWords>): Op<void> {
    const claimed: number[] = [];
    for (const row of waiting) if (yield* index.claim(row)) claimed.push(row);
    for (const item of claimed.length === 0 ? [] : yield* rows.ofRows(claimed)) {
      const searchRow = item.searchRow!;
      const words = made.get(searchRow);
      if (words?.version !== versionOf(item)) yield* index.note(searchRow);
      else yield* index.put(item.orgId, { searchRow, length: words.length, counts: writeCounts(words.counts) }, [...words.counts.keys()]);
    }
  }

  return {
    async step({ read, change }) {
      const { waiting, items } = await read(readSome);
      if (waiting.length === 0) return { rows: 0, hasMore: false };
      const made = new Map<number, MadeWords>();
      for (const { item, texts } of items) made.set(item.searchRow!, { version: versionOf(item), ...(await count(item, texts)) });
      await change(() => keep(waiting, made));
      return { rows: waiting.length, hasMore: (await read(() => index.nextWaiting(1))).length > 0 };
    },
  };
}

interface MadeWords extends WordCounts {
  version: string;
}

async function count({ name, tags }: IndexedItem, texts: ItemText[]): Promise<WordCounts> {
  const steps = countInSteps({ name, tags, texts: texts.map(({ text }) => text) }, unitsAtOnce);
  let units = 0;
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    units += unitsAtOnce;
    if (units > unitsAtOnce) await turn();
  }
}

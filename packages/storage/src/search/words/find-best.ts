import {
  type Candidate,
  chooseCandidates,
  maxOfWord,
  type Question,
  type QuestionWord,
  type Ranked,
  rankCandidates,
} from '@gatehouse/domain/words';
import { foldQuery, foldText } from '../../kernel/folding/fold.ts';
import type { Op } from '../../kernel/ops.ts';
import type { ItemText, TextSource } from '../../repos/workspace/item-texts.ts';
import { readCount } from './counts-text.ts';
import type { IndexedItem, rowQueries } from './row-queries.ts';
import type { WaitingWords } from './waiting-words.ts';
import type { WordIndex, WordScope } from './word-index.ts';

export interface BestRequest extends WordScope {
  question: Question;
  limit: number;
}

export interface BestHit extends Pick<IndexedItem, 'type' | 'id' | 'name' | 'folderId' | 'manifest'> {
  /** Number of the question's words in the item, out of those that any candidate has. */
  has: number;
  of: number;
}

export interface BestAnswer {
  hits: BestHit[];
  /**
   * Reason why some items were not searched. `index`: they are older than the index, or too many wait for it. `words`: of the items with the
   * words, those with the most text were left out. `quoted`: there was too much text to look for quoted parts.
   */
  isIncomplete: 'index' | 'words' | 'quoted' | false;
}

/** Maximum words for lookups. A longer question finds its candidates by its longest words, and counts all of its words in them. */
const maxLookedUp = 16;
/** Maximum items whose texts are read to check quoted parts, the best first. The second limit is UTF-16 units of these texts in total. */
const maxRead = 200;
const maxReadUnits = 4 * 1024 * 1024;
/**
 * Maximum cost of counting words in candidates: a tenth of a second. Reading the counts of a candidate costs as much as looking through them
 * for two words.
 */
const maxCountCost = 192 * 1024 * 1024;
const readingCost = 2;

export interface BestParts {
  index: WordIndex;
  rows: ReturnType<typeof rowQueries>;
  waiting: WaitingWords;
  textsOf: (item: TextSource) => Op<ItemText[]>;
}

/** Finds the visible items that answer a question best. Items the viewer cannot see affect neither the hits nor their order. // D23.10 */
export function bestFinder({ index, rows, waiting, textsOf }: BestParts) {
  return function* findBest({ question, limit, ...scope }: BestRequest): Op<BestAnswer> {
    const { words, quoted } = question;
    if (words.length === 0) return { hits: [], isIncomplete: false };
    const unindexed = yield* waiting.read(scope);
    const having = function* (terms: readonly string[]): Op<number[]> {
      const found = yield* index.newestWith(scope, terms, maxOfWord);
      for (const { row, counts } of unindexed.items) if (terms.every((term) => counts.has(term))) found.push(row);
      return [...new Set(found)].sort((left, right) => right - left).slice(0, maxOfWord);
    };
    const ofTerm = new Map<string, number[]>();
    for (const { term } of lookedUpOf(words)) ofTerm.set(term, yield* having([term]));
    const ofAll = words.length > 1 ? yield* having(words.map(({ term }) => term)) : [];
    const chosen = chooseCandidates(ofAll, [...ofTerm.values()]);
    const { candidates, isWhole: isCounted } = yield* countedCandidates(scope, words, chosen, unindexed.items);
    const found = words.map(({ term }, place) => ofTerm.get(term)?.length ?? countHaving(candidates, place));
    const ranked = rankCandidates(words, found, candidates);
    const parts = quoted.map((part) => foldQuery(part));
    const { hits, isWhole } = yield* firstVisible(scope, ranked, parts, limit);
    if (unindexed.isIncomplete) return { hits, isIncomplete: 'index' };
    return { hits, isIncomplete: isCounted ? !isWhole && 'quoted' : 'words' };
  };

  /** First visible items of a ranking that have every quoted part. `isWhole` is false if the rest of the ranking was not read. */
  function* firstVisible(
    scope: WordScope,
    ranked: readonly Ranked<RowCandidate>[],
    parts: readonly string[],
    limit: number,
  ): Op<{ hits: BestHit[]; isWhole: boolean }> {
    const hits: BestHit[] = [];
    const room = { items: maxRead, units: maxReadUnits };
    for (let from = 0; from < ranked.length; from += limit) {
      const some = ranked.slice(from, from + limit);
      for (const { item, has, of } of yield* visibleAmong(scope, some)) {
        if (hits.length === limit) return { hits, isWhole: true };
        if (Math.min(room.items, room.units) <= 0) return { hits, isWhole: false };
        const { type, id, name, folderId, manifest } = item;
        if (yield* holdsQuoted(item, parts, room)) hits.push({ type, id, name, folderId, manifest, has, of });
      }
    }
    return { hits, isWhole: true };
  }

  function* countedCandidates(
    { viewer }: WordScope,
    words: readonly QuestionWord[],
    chosen: readonly number[],
    unindexed: readonly { row: number; counts: ReadonlyMap<string, number>; length: number }[],
  ): Op<{ candidates: RowCandidate[]; isWhole: boolean }> {
    const terms = words.map(({ term }) => term);
    const known = new Map<number, RowCandidate>();
    for (const { row, counts, length } of unindexed) {
      known.set(row, { row, length, counts: terms.map((term) => counts.get(term) ?? 0) });
    }
    const indexed = chosen.filter((row) => !known.has(row));
    const maxBytes = Math.floor(maxCountCost / (readingCost + terms.length));
    let isWhole = true;
    for (const { searchRow, length, counts } of yield* index.words(viewer.orgId, indexed, maxBytes)) {
      if (counts === null) isWhole = false;
      else known.set(searchRow, { row: searchRow, length, counts: terms.map((term) => readCount(counts, term)) });
    }
    return { candidates: chosen.flatMap((row) => known.get(row) ?? []), isWhole };
  }

  function* visibleAmong(scope: WordScope, some: readonly Ranked<RowCandidate>[]) {
    const numbers = some.map(({ candidate }) => candidate.row);
    const items = new Map((yield* rows.visibleOfRows(scope, numbers)).map((item) => [item.searchRow, item]));
    return some.flatMap(({ candidate, has, of }) => {
      const item = items.get(candidate.row);
      return item ? [{ item, has, of }] : [];
    });
  }

  /** True if an item has every quoted part in its name, its tags or one of its texts. */
  function* holdsQuoted(item: IndexedItem, parts: readonly string[], room: { items: number; units: number }): Op<boolean> {
    if (parts.length === 0) return true;
    room.items--;
    const texts = yield* textsOf(item);
    const folded = [item.name, ...item.tags, ...texts.map(({ text }) => text)].map((text) => foldText(text));
    for (const text of folded) room.units -= text.length;
    return parts.every((part) => folded.some((text) => text.includes(part)));
  }
}

interface RowCandidate extends Candidate {
  row: number;
}

function lookedUpOf(words: readonly QuestionWord[]): readonly QuestionWord[] {
  if (words.length <= maxLookedUp) return words;
  const longest = new Set(words.toSorted((left, right) => right.term.length - left.term.length).slice(0, maxLookedUp));
  return words.filter((word) => longest.has(word));
}

function countHaving(candidates: readonly RowCandidate[], place: number): number {
  return Math.min(maxOfWord, candidates.filter(({ counts }) => counts[place]! > 0).length);
}

import type { ItemType } from '@gatehouse/domain';
import type { Op } from '../../kernel/ops.ts';
import type { Viewer } from '../../query/visibility.ts';

/** Viewer whose items are searched, and limits of type and folder. */
export interface WordScope {
  viewer: Viewer;
  type?: ItemType | undefined;
  folderId?: string | undefined;
}

/** Words of an item in the index. */
export interface IndexedWords {
  searchRow: number;
  length: number;
  /** See `writeCounts`. */
  counts: string;
}

/** An item with too many words to read them. */
export type UnreadWords = { [Field in keyof IndexedWords]: Field extends 'searchRow' ? number : null };

/** Part of the word index with statements of each engine. */
export interface WordIndex {
  /** Notes an item whose words must be indexed. */
  note(searchRow: number): Op<void>;
  remove(orgId: string, searchRow: number): Op<void>;
  /** Search rows of the newest visible items that have all of these words. */
  newestWith(scope: WordScope, terms: readonly string[], limit: number): Op<number[]>;
  /** Words of rows, those with the least text first, up to `maxBytes` of counts together. Of the others it returns only the row. */
  words(orgId: string, searchRows: readonly number[], maxBytes: number): Op<(IndexedWords | UnreadWords)[]>;
  /** Waiting rows of any organization: new ones first, then the newest. */
  nextWaiting(limit: number): Op<number[]>;
  /** Takes a row from the waiting ones. Returns false if another process has it, or it is gone. */
  claim(searchRow: number): Op<boolean>;
  put(orgId: string, words: IndexedWords, terms: readonly string[]): Op<void>;
}

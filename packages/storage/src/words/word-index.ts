import type { ItemType } from '@gatehouse/domain';
import type { Op } from '../ops.ts';
import type { Viewer } from '../visibility.ts';

/** Viewer whose items are searched, and the part of these items. */
export interface WordScope {
  viewer: Viewer;
  type?: ItemType | undefined;
  folderId?: string | undefined;
}

/** The words of an item as the index has them. */
export interface IndexedWords {
  searchRow: number;
  length: number;
  /** See `writeCounts`. */
  counts: string;
}

/** The part of the index of words that each engine has its own statements for. */
export interface WordIndex {
  /** Notes an item whose words are to be indexed. */
  note(searchRow: number): Op<void>;
  remove(orgId: string, searchRow: number): Op<void>;
  /** Search rows of the newest visible items that have all of these words. */
  newestWith(scope: WordScope, terms: readonly string[], limit: number): Op<number[]>;
  words(orgId: string, searchRows: readonly number[]): Op<IndexedWords[]>;
  /** Rows that wait in any organization: new ones first, then the newest. */
  nextWaiting(limit: number): Op<number[]>;
  /** Takes a row from those that wait. False if another process has it, or it is gone. */
  claim(searchRow: number): Op<boolean>;
  put(orgId: string, words: IndexedWords, terms: readonly string[]): Op<void>;
}

import type { Stretch } from '@gatehouse/domain/merge';
import type { ReviewChange, ReviewPair } from '@gatehouse/domain/review';

/** Both texts of an item that waits for a review, and their differences. */
export interface ReviewSource extends ReviewPair {
  changes: readonly ReviewChange[];
}

/** Agents' changes to a block that wait for a review. */
export interface BlockReview {
  /** Differs for other changes, and for another reviewed block. */
  key: string;
  /** The block in the reviewed text. Undefined if it is new. */
  before: SourceBlock | undefined;
  /** The block in the current text. Undefined if it is removed. */
  after: SourceBlock | undefined;
  changes: readonly BlockChange[];
}

/** Block with its source. */
export interface SourceBlock {
  html: string;
  hasHtml?: boolean;
  code?: { text: string; language: string };
  text: string;
}

/** The part of a change that is in a block. */
export interface BlockChange {
  id: string;
  before: string;
  after: string;
  /** Place of `before` in the source of the reviewed block. */
  beforeAt: Stretch;
  /** Place of `after` in the source of the current block. */
  afterAt: Stretch;
}

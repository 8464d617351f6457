import type { Block } from './parse-blocks.ts';
import { toElements } from './sanitize.ts';

/** Safe elements of a block in the reviewed and in the current text. Components must not change them. */
export interface ReviewedContent {
  before: ParentNode;
  after: ParentNode;
}

/** Sanitizes both versions of each block that waits for a review. */
export function reviewedContents(blocks: readonly Block[]): ReadonlyMap<Block, ReviewedContent> {
  const waiting = blocks.filter(({ review }) => review);
  const elements = toElements(
    waiting.flatMap(({ review }) => [
      { html: '', ...review?.before },
      { html: '', ...review?.after },
    ]),
  );
  return new Map(
    waiting.map((block, index) => [block, { before: elements[index * 2] as ParentNode, after: elements[index * 2 + 1] as ParentNode }]),
  );
}

import { maxDocumentBytes } from '@gatehouse/domain';
import type { Op, Review, VisibleItem } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { noSuchItem } from '../../kernel/context/no-such-item.ts';
import { isText, readText } from './content.ts';

/** Reviewed content of an item (D78): its text, the version of content that is not compared, or none for a new item that waits. */
export type ReviewedContent = { kind: 'text'; text: string } | { kind: 'version'; version: number } | { kind: 'none' };

/** Maximum bytes of compared texts. Larger texts are decided by version, like files that are not text. */
export const maxComparedBytes = maxDocumentBytes;

/** Returns the stored reviewed content while changes wait, otherwise the newest version. */
export function* reviewedContent(context: ToolContext, item: VisibleItem): Op<ReviewedContent> {
  if (item.waitsSince === null) return yield* currentContent(context, item);
  const review = yield* context.store.reviews.find(item.orgId, item.id);
  return review ? contentOf(review) : yield* contentOfDecided(context, item);
}

/** Same for a waiting item that the caller has locked, with its current text if that is stored with the item. */
export function* reviewedAndCurrent(
  context: ToolContext,
  { orgId, id }: VisibleItem,
): Op<{ reviewed: ReviewedContent; text: string | null }> {
  const review = yield* context.store.reviews.findWithText(orgId, id);
  if (!review) throw new Error(`changes of ${id} wait, but its reviewed content is missing`);
  return { reviewed: contentOf(review), text: review.text };
}

/** Maximum attempts to find an item and its reviewed content together. In practice the first or second one succeeds. */
const maxAttempts = 20;

/**
 * Reviewed content of an item whose changes were decided after it was found. On Postgres each statement sees newer commits, so a reader
 * can find an item that waits, and then no review of it.
 */
function* contentOfDecided(context: ToolContext, { orgId, id }: VisibleItem): Op<ReviewedContent> {
  const { store, viewer } = context;
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const item = (yield* store.items.visible(viewer, 'any', id)) ?? (yield* store.trash.find(viewer, id));
    if (!item) throw noSuchItem();
    if (item.waitsSince === null) return yield* currentContent(context, item);
    const review = yield* store.reviews.find(orgId, id);
    if (review) return contentOf(review);
  }
  throw new Error(`changes of ${id} wait, but its reviewed content is missing`);
}

/** Returns the newest version of an item in the form of reviewed content. */
export function* currentContent(context: ToolContext, item: VisibleItem): Op<ReviewedContent> {
  if (!isText(item) || item.sizeBytes > maxComparedBytes) return { kind: 'version', version: item.versionCount };
  return { kind: 'text', text: yield* readText(context, item) };
}

function contentOf({ body, version }: Review): ReviewedContent {
  if (body !== null) return { kind: 'text', text: body };
  return version === null ? { kind: 'none' } : { kind: 'version', version };
}

import { maxDocumentBytes } from '@gatehouse/domain';
import type { Op, Review, VisibleItem } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { isText, readText } from './content.ts';

/** Reviewed content of an item: a text, a version whose content is not compared, or nothing for an item that is itself new (D78). */
export type ReviewedContent = { kind: 'text'; text: string } | { kind: 'version'; version: number } | { kind: 'none' };

/** Maximum size of texts that are compared. Larger ones are decided by version, like files that are not text. */
export const maxComparedBytes = maxDocumentBytes;

/** Reviewed content of an item: what was kept while changes wait, otherwise its newest version. */
export function* reviewedContent(context: ToolContext, item: VisibleItem): Op<ReviewedContent> {
  if (item.waitsSince === null) return yield* currentContent(context, item);
  const review = yield* context.store.reviews.find(item.orgId, item.id);
  if (!review) throw new Error(`changes of ${item.id} wait, but its reviewed content is not there`);
  return contentOf(review);
}

/** Newest version of an item, in the form in which reviewed content is kept. */
export function* currentContent(context: ToolContext, item: VisibleItem): Op<ReviewedContent> {
  if (!isText(item) || item.sizeBytes > maxComparedBytes) return { kind: 'version', version: item.versionCount };
  return { kind: 'text', text: yield* readText(context, item) };
}

function contentOf({ body, version }: Review): ReviewedContent {
  if (body !== null) return { kind: 'text', text: body };
  return version === null ? { kind: 'none' } : { kind: 'version', version };
}

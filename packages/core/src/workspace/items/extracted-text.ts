import { type TextFailure, type TextSource, type TextState, textSourceOfItem } from '@gatehouse/domain';
import type { Op, VisibleItem } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';

export interface ExtractedText {
  source: TextSource;
  state: TextState;
  reason: TextFailure | null;
  /** Null if there is none, or if it is larger than an answer. */
  text: string | null;
}

/** The text extracted from the newest version of a file, if it has at most this many bytes. Undefined for all other items (D75). */
export function* extractedText({ store }: ToolContext, item: VisibleItem, maxBytes: number): Op<ExtractedText | undefined> {
  const source = textSourceOfItem(item);
  if (!source) return undefined;
  const { orgId, id, versionCount } = item;
  const status = yield* store.extractedTexts.status(orgId, id, versionCount);
  const isInline = status?.state === 'ready' && status.sizeBytes <= maxBytes;
  const text = isInline ? ((yield* store.extractedTexts.body(orgId, id, versionCount)) ?? null) : null;
  return { source, state: status?.state ?? 'pending', reason: status?.reason ?? null, text };
}

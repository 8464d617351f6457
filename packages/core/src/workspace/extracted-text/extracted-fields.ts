import { maxInlineBytes, type TextSource, type TextState, textFailures } from '@gatehouse/domain';
import type { Op, VisibleItem } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { sourceOf } from '../items/content.ts';

export interface ExtractedFields {
  /** Null if there is none, or if it is larger than an answer: `read_lines` reads it. */
  text: string | null;
  textFrom: TextSource;
  textState: TextState;
  textReason?: string;
}

/** Fields of `read_file` for a file that is no text, about the text extracted from it; none for all other files (D75). */
export function* extractedFields({ store }: ToolContext, item: VisibleItem): Op<ExtractedFields | Record<string, never>> {
  const textFrom = sourceOf(item);
  if (!textFrom) return {};
  const { orgId, id, versionCount } = item;
  const status = yield* store.extractedTexts.status(orgId, id, versionCount);
  const isInline = status?.state === 'ready' && status.sizeBytes <= maxInlineBytes;
  const text = isInline ? ((yield* store.extractedTexts.body(orgId, id, versionCount)) ?? null) : null;
  const reason = status?.reason ? { textReason: textFailures[status.reason] } : {};
  return { text, textFrom, textState: status?.state ?? 'pending', ...reason };
}

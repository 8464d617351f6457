import { maxInlineBytes, type TextSource, type TextState, textFailures } from '@gatehouse/domain';
import type { Op, VisibleItem } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { extractedText } from '../items/extracted-text.ts';

export interface ExtractedFields {
  /** Null if there is none, or if it is larger than an answer. `read_lines` can read it. */
  text: string | null;
  textFrom: TextSource;
  textState: TextState;
  textReason?: string;
}

/** Fields of `read_file` about the extracted text of a file. None for files without one. // D75 */
export function* extractedFields(context: ToolContext, item: VisibleItem): Op<ExtractedFields | Record<string, never>> {
  const extracted = yield* extractedText(context, item, maxInlineBytes);
  if (!extracted) return {};
  const { text, source, state, reason } = extracted;
  return { text, textFrom: source, textState: state, ...(reason && { textReason: textFailures[reason] }) };
}

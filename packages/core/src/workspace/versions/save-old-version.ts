import type { FoundItem, Item, Op, StoredVersion } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import type { Content } from '../items/content.ts';
import type { ReviewedContent } from '../items/reviewed-content.ts';
import { saveContent } from '../items/save-item.ts';
import { skillDetails } from '../items/skill-text.ts';

interface Again {
  older: StoredVersion;
  content: Content;
  summary: string;
  needsReview?: boolean;
  /** Name and description of a skill. By default, those in its text, whose name must be free. */
  details?: { name?: string; description?: string };
  /** Same as of `ContentChange`. */
  reviewed?: ReviewedContent;
}

/** Makes an older version's content the next version of its item. For a skill, restores all files. */
export function* saveOldVersion(
  context: ToolContext,
  item: FoundItem,
  { older, content, summary, needsReview = false, details, reviewed }: Again,
): Op<Item> {
  const { kind, mimeType, manifest } = older;
  const inText = details ?? (item.type === 'skill' && 'text' in content ? yield* skillDetails(context, item, content.text) : {});
  return yield* saveContent(context, item, {
    content,
    summary,
    kind,
    mimeType,
    manifest,
    needsReview,
    ...(reviewed && { reviewed }),
    ...inText,
  });
}

import { maxPictureBytes } from '@gatehouse/domain';
import type { VisibleItem } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';

/** Pictures that models see. */
const shownTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** True for a file that the MCP entrance returns as a picture. Otherwise, callers get its download address (D24.5). */
export function showsPicture(
  { call: { attribution } }: ToolContext,
  { mimeType, sizeBytes }: Pick<VisibleItem, 'mimeType' | 'sizeBytes'>,
): boolean {
  return attribution.entrance === 'mcp' && shownTypes.has(mimeType) && sizeBytes <= maxPictureBytes;
}

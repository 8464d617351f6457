import { maxPictureBytes } from '@gatehouse/domain';
import type { Op, VisibleItem } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { readVersionBytes } from '../items/content.ts';

/** Pictures that models see. */
const shownTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** Shows a picture to an agent of the MCP entrance, if it is small enough. All others have its download address (D24.5). */
export function* showPicture(context: ToolContext, file: VisibleItem): Op<void> {
  const { mimeType, sizeBytes, versionCount } = file;
  if (context.attribution.entrance !== 'mcp' || !shownTypes.has(mimeType) || sizeBytes > maxPictureBytes) return;
  context.shown.picture = { mimeType, bytes: yield* readVersionBytes(context, file, versionCount) };
}

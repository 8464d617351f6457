import { fileArgumentBytes, maxDocumentBytes, maxFileBytes, maxTitle } from '@gatehouse/domain';
import type { Op, VisibleItem } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { GatewayError, refusal } from '../../kernel/errors/errors.ts';
import { identifier, name } from '../../kernel/schema/schema.ts';
import { decodeBase64 } from '../files/base64.ts';
import { describeFile } from '../files/kind.ts';
import type { Content } from '../items/content.ts';
import { refuseTooLarge } from '../items/edit-item.ts';
import { folderOfNewItem } from '../items/item-fields.ts';
import { refuseProtected } from '../items/protected-documents.ts';
import { refuseTakenName } from '../items/refuse-taken-name.ts';
import { createItem, holdsContent, type NewItem, saveContent } from '../items/save-item.ts';
import { moveToTrash } from '../trash/trash.ts';

const input = z.strictObject({
  path: z.string().min(1).max(4096).describe('where it comes from; the same path again is the same item'),
  name: name(maxTitle, 'document title or file name'),
  bodyMarkdown: z.string().optional().describe('of a document'),
  contentBase64: z.string().optional().describe('of a file'),
  folderId: identifier('where a new item goes').optional(),
  dryRun: z.boolean().default(false).describe('only say what would happen'),
});

type Arguments = z.output<typeof input>;
type Change = 'created' | 'updated' | 'unchanged';

export const importItem = defineTool({
  name: 'import_item',
  title: 'Import document or file',
  description: 'Create a document or file from a path, or bring the one that this path became before up to date.',
  audience: 'person',
  access: 'write',
  hints: { destructive: true, idempotent: true, openWorld: false },
  maximumArgumentBytes: fileArgumentBytes,
  input,
  output: z.object({ id: z.string().nullable(), type: z.enum(['doc', 'file']), change: z.enum(['created', 'updated', 'unchanged']) }),
  example: {
    input: { path: 'guide/start.md', name: 'guide/start.md', bodyMarkdown: '# Start\n' },
    output: { id: 'doc_01jd2x7q8me3k5w9t4v6b8n0r2', type: 'doc', change: 'created' },
  },
  *run(context, given) {
    const folderId = yield* folderOfNewItem(context, given.folderId);
    const fresh = newItemOf(given, folderId);
    const key = `${folderId ?? ''}/${given.path}`;
    const known = yield* findImported(context, key);
    const change: Change = !known || known.type !== fresh.type ? 'created' : changeOf(context, known, fresh);
    if (change === 'created' && fresh.type === 'file') yield* refuseTakenName(context, folderId, fresh.name, known?.id);
    if (change === 'created' && known) refuseProtected(context.tool, known);
    const type = fresh.type as 'doc' | 'file';
    if (given.dryRun) return { id: known?.id ?? null, type, change };
    if (change === 'created') {
      // A document that grew too large, or came to hold bytes that are no text, is a file from now on.
      if (known) yield* moveToTrash(context, known);
      const created = yield* createItem(context, fresh);
      yield* context.store.importPaths.save(context.viewer.orgId, key, created.id);
      return { id: created.id, type, change };
    }
    const item = known as VisibleItem;
    const { content, kind, mimeType } = fresh;
    if (change === 'updated') yield* saveContent(context, item, { content, kind, mimeType, summary: 'imported again' });
    context.notes.itemType = item.type;
    context.notes.itemId = item.id;
    return { id: item.id, type, change };
  },
});

/** What this path became when it was imported last, unless that is in the trash or out of sight by now. */
function* findImported({ store, viewer }: ToolContext, key: string): Op<VisibleItem | undefined> {
  const id = yield* store.importPaths.findForChange(viewer.orgId, key);
  return id === undefined ? undefined : yield* store.items.visibleForChange(viewer, 'any', id);
}

function changeOf(context: ToolContext, item: VisibleItem, { content }: NewItem): Change {
  if (holdsContent(item, content)) return 'unchanged';
  refuseProtected(context.tool, item);
  return 'updated';
}

function newItemOf({ name, bodyMarkdown, contentBase64 }: Arguments, folderId: string | null): NewItem {
  if ((bodyMarkdown === undefined) === (contentBase64 === undefined))
    throw refusal('invalid_argument', 'give exactly one of "bodyMarkdown" (a document) and "contentBase64" (a file)');
  const common = { name, folderId, summary: 'imported' };
  if (bodyMarkdown !== undefined) {
    refuseTooLarge(bodyMarkdown, maxDocumentBytes);
    return { ...common, type: 'doc', kind: 'text', mimeType: 'text/markdown', content: { text: bodyMarkdown } };
  }
  const bytes = fileBytes(contentBase64 as string);
  const { kind, mimeType, isText } = describeFile({ bytes, name, declaredMimeType: undefined });
  const content: Content = isText ? { text: bytes.toString('utf8') } : { bytes };
  return { ...common, type: 'file', kind, mimeType, content };
}

function fileBytes(contentBase64: string): Buffer {
  const decoded = decodeBase64(contentBase64);
  if (!decoded.ok) throw new GatewayError('invalid_request', decoded.message, { reason: decoded.reason });
  if (decoded.bytes.length > maxFileBytes)
    throw refusal('too_large', `the file has ${decoded.bytes.length} bytes; at most ${maxFileBytes} are allowed`);
  return decoded.bytes;
}

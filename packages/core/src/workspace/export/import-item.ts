import { fileArgumentBytes, maxDocumentBytes, maxFileBytes, maxFolderDepth, maxFolderName, maxTitle } from '@gatehouse/domain';
import { type FoundItem, manifestHash, type Op } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { GatewayError, refusal } from '../../kernel/errors/errors.ts';
import { identifier, name, tags } from '../../kernel/schema/schema.ts';
import { decodeBase64 } from '../files/base64.ts';
import { describeFile } from '../files/kind.ts';
import { createFolder } from '../folders/create-folder.ts';
import type { Content } from '../items/content.ts';
import { refuseTooLarge } from '../items/edit-item.ts';
import { findItemForChange } from '../items/find-item.ts';
import { folderNamed } from '../items/folder-names.ts';
import { placeOfNewItem } from '../items/item-fields.ts';
import { refuseProtected } from '../items/protected-documents.ts';
import { refuseTakenName } from '../items/refuse-taken-name.ts';
import { createItem, holdsContent, type NewItem, saveContent } from '../items/save-item.ts';
import { givenFile } from '../skill-files/given-files.ts';
import { moveToTrash } from '../trash/trash.ts';
import { skillToImport } from './skill-to-import.ts';

const input = z.strictObject({
  path: z.string().min(1).max(4096).describe('source path; the same path later updates the same item'),
  name: name(maxTitle, 'document title, file name, or name of the skill folder'),
  bodyMarkdown: z.string().optional().describe('body of a document'),
  contentBase64: z.string().optional().describe('bytes of a file'),
  files: z.array(givenFile).optional().describe('all files of a skill, including SKILL.md'),
  folderId: identifier('folder of the import').optional(),
  folders: z
    .array(name(maxFolderName, 'name of a folder'))
    .max(maxFolderDepth)
    .default([])
    .describe('folders below folderId for a new item, the outermost first; created if they do not exist'),
  tags: tags().optional(),
  dryRun: z.boolean().default(false).describe('return the result without changing anything'),
});

const oneOf = 'give exactly one of "bodyMarkdown" (a document), "contentBase64" (a file) and "files" (a skill)';

type Arguments = z.output<typeof input>;
type Change = 'created' | 'updated' | 'unchanged';

export const importItem = defineTool({
  name: 'import_item',
  title: 'Import document, file or skill',
  description: 'Create a document, file or skill from a path, or update the item that this path created earlier.',
  audience: 'person',
  access: 'write',
  hints: { destructive: true, idempotent: true, openWorld: false },
  maximumArgumentBytes: fileArgumentBytes,
  input,
  output: z.object({
    id: z.string().nullable(),
    type: z.enum(['doc', 'file', 'skill']),
    change: z.enum(['created', 'updated', 'unchanged']),
    warnings: z
      .array(z.object({ kind: z.string(), message: z.string() }))
      .optional()
      .describe('practices in a skill that hosts advise against'),
  }),
  example: {
    input: { path: 'guide/start.md', name: 'guide/start.md', bodyMarkdown: '# Start\n' },
    output: { id: 'doc_01jd2x7q8me3k5w9t4v6b8n0r2', type: 'doc', change: 'created' },
  },
  *run(context, given) {
    if (given.files && (given.bodyMarkdown !== undefined || given.contentBase64 !== undefined)) throw refusal('invalid_argument', oneOf);
    const { folderId: target } = yield* placeOfNewItem(context, given.folderId);
    const skill = given.files && skillToImport(given.files, given.name, target);
    const fresh = skill?.item ?? newItemOf(given, target);
    const warnings = skill && { warnings: skill.warnings };
    const key = `${target ?? ''}/${given.path}`;
    const known = yield* findImported(context, key);
    const change: Change = !known || known.type !== fresh.type ? 'created' : changeOf(context, known, fresh);
    const folderId = change === 'created' ? yield* placeOf(context, given, fresh, known?.id) : target;
    if (change === 'created' && known) refuseProtected(context.call.tool, known);
    const { type } = fresh;
    if (given.dryRun) return { id: known?.id ?? null, type, change, ...warnings };
    if (change === 'created') {
      // A document that became too large, or got bytes that are not text, becomes a file.
      if (known) yield* moveToTrash(context, known);
      const created = yield* createItem(context, { ...fresh, folderId });
      yield* context.store.importPaths.save(context.viewer.orgId, key, created.id);
      return { id: created.id, type, change, ...warnings };
    }
    const item = known as FoundItem;
    if (change === 'updated') yield* updateItem(context, item, fresh);
    context.call.notes.itemType = item.type;
    context.call.notes.itemId = item.id;
    return { id: item.id, type, change, ...warnings };
  },
});

/** Folder of a new item. A dry run creates no folders, and in folders that do not exist no name is taken. */
function* placeOf(context: ToolContext, { folders, dryRun }: Arguments, { folderId: target, type, name }: NewItem, known?: string) {
  if (dryRun && folders.length > 0) return target;
  const folderId = yield* folderBelow(context, target, folders);
  if (type !== 'doc') yield* refuseTakenName(context, folderId, name, known);
  return folderId;
}

/** Finds or creates the folders below a folder, and returns the innermost one. // D73.4 */
function* folderBelow(context: ToolContext, target: string | null, names: readonly string[]): Op<string | null> {
  let parentId = target;
  for (const name of names) {
    const known = yield* folderNamed(context, parentId, name);
    parentId = known?.id ?? (yield* createFolder.run(context, { name, ...(parentId !== null && { parentId }) })).id;
  }
  return parentId;
}

/** Item that this path became in the last import, unless it is in the trash or invisible now. */
function* findImported(context: ToolContext, key: string): Op<FoundItem | undefined> {
  const { store, viewer } = context;
  const id = yield* store.importPaths.findForChange(viewer.orgId, key);
  const isThere = id !== undefined && (yield* store.items.visible(viewer, 'any', id)) !== undefined;
  return isThere ? yield* findItemForChange(context, 'any', id) : undefined;
}

function* updateItem(context: ToolContext, item: FoundItem, fresh: NewItem): Op<void> {
  const { content, kind, mimeType, skillFiles } = fresh;
  if (!skillFiles) return void (yield* saveContent(context, item, { content, kind, mimeType, summary: 'imported again' }));
  const { name, description = null } = fresh;
  if (name !== item.name) yield* refuseTakenName(context, item.folderId, name, item.id);
  yield* saveContent(context, item, { content, skillFiles, name, description, summary: 'imported again' });
}

function changeOf(context: ToolContext, item: FoundItem, { content, skillFiles }: NewItem): Change {
  if (holdsContent(item, content, skillFiles && manifestHash(skillFiles.files))) return 'unchanged';
  refuseProtected(context.call.tool, item);
  return 'updated';
}

function newItemOf({ name, tags, bodyMarkdown, contentBase64 }: Arguments, folderId: string | null): NewItem {
  if ((bodyMarkdown === undefined) === (contentBase64 === undefined)) throw refusal('invalid_argument', oneOf);
  const common = { name, folderId, asksReview: false, summary: 'imported', ...(tags && { tags }) };
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

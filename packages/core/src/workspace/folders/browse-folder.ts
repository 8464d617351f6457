import { fileKinds, type ItemType, itemTypes } from '@gatehouse/domain';
import type { BrowseSort, Folder, VisibleItem } from '@gatehouse/storage';
import { z } from 'zod';
import { asOf, checkAsOf } from '../../kernel/context/as-of.ts';
import type { ToolContext } from '../../kernel/context/context.ts';
import { noSuchItem } from '../../kernel/context/no-such-item.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { decodeCursor, encodeCursor, pageOf } from '../../kernel/schema/cursor.ts';
import { cursor, identifier, idPosition, pageLimit, time } from '../../kernel/schema/schema.ts';
import { nextCursor } from '../../kernel/schema/shapes.ts';
import { isChangeablePlace } from '../items/read-only-places.ts';
import { findNotedFolder } from './find-folder.ts';

const sorts = ['name', 'changed'] as const satisfies readonly BrowseSort[];
const positions = { name: z.tuple([z.string(), z.string()]), changed: z.tuple([time, z.string()]) };

const listedItem = z.object({
  id: z.string(),
  type: z.enum(itemTypes),
  name: z.string(),
  kind: z.enum(fileKinds),
  mimeType: z.string(),
  sizeBytes: z.int(),
  tags: z.array(z.string()),
  description: z.string().nullable(),
  isSystem: z.boolean(),
  isAgentMemory: z.boolean(),
  versionCount: z.int(),
  lastChange: z.string(),
  createdAt: time,
  updatedAt: time,
});

export const browseFolder = defineTool({
  name: 'browse_folder',
  title: 'Browse folder',
  description:
    'List the documents, files and skills in a folder, or outside of folders, now or at an earlier time: all types or one, by name or newest change first. list_folders lists the folders.',
  audience: 'person',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({
    folderId: identifier('from list_folders; omit it for items outside of folders').optional(),
    type: z.enum(itemTypes).optional().describe('only items of this type'),
    sort: z.enum(sorts).default('name').describe('order of the present items; with asOf, items are ordered by identifier'),
    asOf,
    limit: pageLimit(50, 60, 'items'),
    cursor: cursor(),
  }),
  output: z.object({
    folder: z
      .object({ id: z.string(), name: z.string(), parentId: z.string().nullable(), isOwner: z.boolean(), canWrite: z.boolean() })
      .nullable(),
    items: z.array(listedItem),
    nextCursor,
  }),
  example: {
    input: { folderId: 'folder_01jd2x7q8me3k5w9t4v6b8n0r2', sort: 'changed' },
    output: {
      folder: { id: 'folder_01jd2x7q8me3k5w9t4v6b8n0r2', name: 'Releases', parentId: null, isOwner: true, canWrite: true },
      items: [
        {
          id: 'doc_01jd2x7q8me3k5w9t4v6b8n0r2',
          type: 'doc',
          name: 'Release notes',
          kind: 'text',
          mimeType: 'text/markdown',
          sizeBytes: 22,
          tags: [],
          description: null,
          isSystem: false,
          isAgentMemory: false,
          versionCount: 4,
          lastChange: 'edited',
          createdAt: 1_763_000_000_000,
          updatedAt: 1_763_600_000_000,
        },
      ],
      nextCursor: null,
    },
  },
  *run(context, { folderId, type, sort, asOf, limit, cursor }) {
    const { store, viewer } = context;
    if (asOf !== undefined) yield* checkAsOf(context, asOf);
    const folder = folderId === undefined ? null : yield* findNotedFolder(context, folderId);
    if (asOf !== undefined) return yield* browsePast(context, folder, { type, asOf, limit, cursor });
    const list = `browse ${folder?.id ?? ''} ${type ?? ''} ${sort}`;
    const [key, id] = cursor === undefined ? [] : decodeCursor(list, positions[sort], cursor);
    const found = yield* store.browsing.list({
      viewer,
      folderId: folder?.id ?? null,
      types: type === undefined ? itemTypes : [type],
      sort,
      after: key === undefined || id === undefined ? undefined : { key, id },
      limit: limit + 1,
    });
    const page = pageOf(list, found, limit, (item) => [sort === 'name' ? item.nameOrder : item.updatedAt, item.id]);
    return {
      folder: yield* folderFields(context, folder),
      items: page.rows.map(listedFields),
      nextCursor: page.nextCursor,
    };
  },
});

interface PastBrowse {
  type: ItemType | undefined;
  asOf: number;
  limit: number;
  cursor: string | undefined;
}

/** Items that were in a folder the caller may see now, or outside every folder, by identifier (D67). */
function* browsePast(context: ToolContext, folder: Folder | null, { type, asOf, limit, cursor }: PastBrowse) {
  const { store, viewer } = context;
  const list = `browse ${folder?.id ?? ''} ${type ?? ''} as of ${asOf}`;
  const [after] = cursor === undefined ? [''] : decodeCursor(list, idPosition, cursor);
  const then = folder && (yield* store.past.folder(folder, asOf));
  if (then === undefined) throw noSuchItem();
  const types = type === undefined ? itemTypes : [type];
  const { items, next } = yield* store.past.browse({ viewer, folderId: folder?.id ?? null, types, asOf, after, limit });
  if (then?.isDeleted && items.length === 0 && next === null) throw noSuchItem();
  return {
    folder: yield* folderFields(context, then),
    items: items.map(({ past }) => listedFields(past)),
    nextCursor: next === null ? null : encodeCursor(list, [next]),
  };
}

function* folderFields(context: ToolContext, folder: Pick<Folder, 'id' | 'name' | 'ownerId' | 'parentId'> | null) {
  if (!folder) return null;
  const { id, name, ownerId, parentId } = folder;
  return { id, name, parentId, isOwner: ownerId === context.viewer.personId, canWrite: yield* isChangeablePlace(context, id) };
}

function listedFields(item: VisibleItem): z.input<typeof listedItem> {
  const { id, type, name, kind, mimeType, sizeBytes, tags, description, isSystem, isAgentMemory, versionCount, lastChange } = item;
  const { createdAt, updatedAt } = item;
  return {
    ...{ id, type, name, kind, mimeType, sizeBytes, tags, description, isSystem, isAgentMemory, versionCount, lastChange },
    createdAt,
    updatedAt,
  };
}

import { z } from 'zod';
import { decodeCursor, pageOf } from '../cursor.ts';
import { folderArgument, folderFields, folderShape, newestPosition } from '../items/item-fields.ts';
import { nextCursor } from '../items/shapes.ts';
import { cursor, identifier, pageLimit, time } from '../schema.ts';
import { defineTool } from '../tool.ts';

export const listDocs = defineTool({
  name: 'list_docs',
  title: 'List documents',
  description: 'List documents, newest update first, without bodies.',
  audience: 'agent',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({
    folderId: identifier('only documents in this folder').optional(),
    limit: pageLimit(50, 200, 'documents'),
    cursor: cursor(),
  }),
  output: z.object({
    docs: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        isAgentMemory: z.boolean(),
        isSystem: z.boolean(),
        versionCount: z.int(),
        sizeBytes: z.int(),
        ...folderShape,
        updatedAt: time,
        lastChange: z.string(),
      }),
    ),
    nextCursor,
  }),
  example: {
    input: { limit: 1 },
    output: {
      docs: [
        {
          id: 'doc_01jd2x7q8me3k5w9t4v6b8n0r2',
          title: 'Release notes',
          isAgentMemory: false,
          isSystem: false,
          versionCount: 4,
          sizeBytes: 22,
          folderId: 'folder_01jd2x7q8me3k5w9t4v6b8n0r2',
          folderName: 'Releases',
          updatedAt: 1_763_600_000_000,
          lastChange: 'edited',
        },
      ],
      nextCursor: null,
    },
  },
  *run(context, { folderId, limit, cursor }) {
    const folder = yield* folderArgument(context, folderId);
    const list = `docs ${folder ?? ''}`;
    const [updatedAt, id] = cursor === undefined ? [] : decodeCursor(list, newestPosition, cursor);
    const found = yield* context.store.items.list({
      viewer: context.viewer,
      sort: 'doc',
      folderId: folder ?? undefined,
      after: updatedAt === undefined || id === undefined ? undefined : { updatedAt, id },
      limit: limit + 1,
    });
    const page = pageOf(list, found, limit, (doc) => [doc.updatedAt, doc.id]);
    return {
      docs: page.rows.map((doc) => ({
        id: doc.id,
        title: doc.name,
        isAgentMemory: doc.isAgentMemory,
        isSystem: doc.isSystem,
        versionCount: doc.versionCount,
        sizeBytes: doc.sizeBytes,
        ...folderFields(doc),
        updatedAt: doc.updatedAt,
        lastChange: doc.lastChange,
      })),
      nextCursor: page.nextCursor,
    };
  },
});

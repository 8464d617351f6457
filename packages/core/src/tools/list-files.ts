import { fileKinds } from '@gatehouse/storage';
import { z } from 'zod';
import { decodeCursor, pageOf } from '../cursor.ts';
import { folderArgument, folderFields, newestPosition } from '../items/item-fields.ts';
import { listedFile, nextCursor } from '../items/shapes.ts';
import { cursor, identifier, pageLimit } from '../schema.ts';
import { defineTool } from '../tool.ts';

export const listFiles = defineTool({
  name: 'list_files',
  title: 'List files',
  description: 'List files (not skills), newest update first, without contents.',
  audience: 'agent',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({
    folderId: identifier('only files in this folder').optional(),
    kind: z.enum(fileKinds).exclude(['skill']).optional(),
    limit: pageLimit(50, 200, 'files'),
    cursor: cursor(),
  }),
  output: z.object({ files: z.array(listedFile), nextCursor }),
  example: {
    input: { kind: 'image' },
    output: {
      files: [
        {
          id: 'file_01jd2x7q8me3k5w9t4v6b8n0r2',
          name: 'logo.png',
          kind: 'image',
          mimeType: 'image/png',
          sizeBytes: 20_480,
          versionCount: 1,
          tags: ['brand'],
          folderId: null,
          updatedAt: 1_763_600_000_000,
        },
      ],
      nextCursor: null,
    },
  },
  *run(context, { folderId, kind, limit, cursor }) {
    const folder = yield* folderArgument(context, folderId);
    const list = `files ${folder ?? ''} ${kind ?? ''}`;
    const [updatedAt, id] = cursor === undefined ? [] : decodeCursor(list, newestPosition, cursor);
    const found = yield* context.store.items.list({
      viewer: context.viewer,
      sort: 'file',
      folderId: folder ?? undefined,
      kind,
      after: updatedAt === undefined || id === undefined ? undefined : { updatedAt, id },
      limit: limit + 1,
    });
    const page = pageOf(list, found, limit, (file) => [file.updatedAt, file.id]);
    return {
      files: page.rows.map((file) => ({
        id: file.id,
        name: file.name,
        kind: file.kind,
        mimeType: file.mimeType,
        sizeBytes: file.sizeBytes,
        versionCount: file.versionCount,
        tags: file.tags,
        ...folderFields(file),
        updatedAt: file.updatedAt,
      })),
      nextCursor: page.nextCursor,
    };
  },
});

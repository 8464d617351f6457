import { itemTypes, trashMs } from '@gatehouse/domain';
import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { decodeCursor, pageOf } from '../../kernel/schema/cursor.ts';
import { cursor, pageLimit, time } from '../../kernel/schema/schema.ts';
import { nextCursor } from '../../kernel/schema/shapes.ts';
import { trashedExample } from './trash.ts';

const position = z.tuple([time, z.string()]);

export const listTrash = defineTool({
  name: 'list_trash',
  title: 'List trash',
  description: 'List deleted documents, files and skills that can still be restored, last deleted first.',
  audience: 'person',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ limit: pageLimit(50, 200, 'items'), cursor: cursor() }),
  output: z.object({
    items: z.array(z.object({ id: z.string(), type: z.enum(itemTypes), name: z.string(), deletedAt: time, purgedAfter: time })),
    nextCursor,
  }),
  example: {
    input: {},
    output: {
      items: [
        { id: trashedExample.itemId, type: 'doc', name: 'Release notes', deletedAt: 1_763_000_000_000, purgedAfter: 1_765_592_000_000 },
      ],
      nextCursor: null,
    },
  },
  *run({ store, viewer }, { limit, cursor }) {
    const [deletedAt, id] = cursor === undefined ? [] : decodeCursor('trash', position, cursor);
    const after = deletedAt === undefined || id === undefined ? undefined : { deletedAt, id };
    const found = yield* store.trash.list(viewer, limit + 1, after);
    const page = pageOf('trash', found, limit, (item) => [item.deletedAt ?? 0, item.id]);
    return {
      items: page.rows.map(({ id, type, name, deletedAt }) => ({
        id,
        type,
        name,
        deletedAt: deletedAt ?? 0,
        purgedAfter: (deletedAt ?? 0) + trashMs,
      })),
      nextCursor: page.nextCursor,
    };
  },
});

import { itemTypes } from '@gatehouse/storage';
import { z } from 'zod';
import { pageLimit, time } from '../schema.ts';
import { defineTool } from '../tool.ts';
import { trashedExample, trashMs } from './trash.ts';

export const listTrash = defineTool({
  name: 'list_trash',
  title: 'List trash',
  description: 'Deleted documents, files and skills that can still be restored, last deleted first.',
  audience: 'person',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ limit: pageLimit(50, 200, 'items') }),
  output: z.object({
    items: z.array(z.object({ id: z.string(), type: z.enum(itemTypes), name: z.string(), deletedAt: time, purgedAfter: time })),
  }),
  example: {
    input: {},
    output: {
      items: [
        { id: trashedExample.itemId, type: 'doc', name: 'Release notes', deletedAt: 1_763_000_000_000, purgedAfter: 1_765_592_000_000 },
      ],
    },
  },
  *run({ store, viewer }, { limit }) {
    const items = yield* store.trash.list(viewer, limit);
    return {
      items: items.map(({ id, type, name, deletedAt }) => ({
        id,
        type,
        name,
        deletedAt: deletedAt ?? 0,
        purgedAfter: (deletedAt ?? 0) + trashMs,
      })),
    };
  },
});

import { itemTypes } from '@gatehouse/domain';
import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { identifier, time } from '../../kernel/schema/schema.ts';
import { folderFields, folderShape } from '../items/item-fields.ts';

const maxItems = 100;

export const readItems = defineTool({
  name: 'read_items',
  title: 'Read items',
  description:
    'The names, folders and times of up to 100 items, without their texts. Leaves out those that are in the trash or not visible.',
  audience: 'person',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ itemIds: z.array(identifier('a document, file or skill')).max(maxItems) }),
  output: z.object({
    items: z.array(z.object({ id: z.string(), type: z.enum(itemTypes), name: z.string(), ...folderShape, updatedAt: time })),
  }),
  example: {
    input: { itemIds: ['doc_01jd2x7q8me3k5w9t4v6b8n0r2'] },
    output: {
      items: [{ id: 'doc_01jd2x7q8me3k5w9t4v6b8n0r2', type: 'doc', name: 'Release notes', folderId: null, updatedAt: 1_763_600_000_000 }],
    },
  },
  *run({ store, viewer }, { itemIds }) {
    const found = yield* store.many.items(viewer, [...new Set(itemIds)]);
    const present = new Map(found.filter(({ deletedAt }) => deletedAt === null).map((item) => [item.id, item]));
    return {
      items: itemIds.flatMap((id) => {
        const item = present.get(id);
        present.delete(id);
        return item ? [{ id, type: item.type, name: item.name, ...folderFields(item), updatedAt: item.updatedAt }] : [];
      }),
    };
  },
});

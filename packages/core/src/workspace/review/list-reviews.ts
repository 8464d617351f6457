import { itemTypes } from '@gatehouse/domain';
import type { VisibleItem } from '@gatehouse/storage';
import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { decodeCursor, pageOf } from '../../kernel/schema/cursor.ts';
import { cursor, identifier, pageLimit, time } from '../../kernel/schema/schema.ts';
import { nextCursor } from '../../kernel/schema/shapes.ts';
import { findFolder } from '../items/find-item.ts';
import { folderFields, folderShape } from '../items/item-fields.ts';

const position = z.tuple([time, z.string()]);

export const listReviews = defineTool({
  name: 'list_reviews',
  title: 'List reviews',
  description:
    "List documents and files with agents' changes that wait for a review and that you can decide about, longest first. With folderId, only those in its top folder. With agentId, only those that this agent changed last.",
  audience: 'person',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({
    folderId: identifier('from list_folders').optional(),
    outOfFolders: z.literal(true).optional().describe('only items outside of folders'),
    agentId: identifier('from list_agents').optional(),
    limit: pageLimit(50, 200, 'items'),
    cursor: cursor(),
  }),
  output: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        type: z.enum(itemTypes),
        name: z.string(),
        ...folderShape,
        reviewCount: z.int(),
        waitsSince: time,
        isDeleted: z.boolean().describe('an agent deleted it'),
        updatedAt: time,
      }),
    ),
    nextCursor,
  }),
  example: {
    input: {},
    output: {
      items: [
        {
          id: 'doc_01jd2x7q8me3k5w9t4v6b8n0r2',
          type: 'doc',
          name: 'Release notes',
          folderId: null,
          reviewCount: 3,
          waitsSince: 1_763_600_000_000,
          isDeleted: false,
          updatedAt: 1_763_600_100_000,
        },
      ],
      nextCursor: null,
    },
  },
  *run(context, { folderId, outOfFolders, agentId, limit, cursor }) {
    if (folderId !== undefined && outOfFolders) throw refusal('invalid_argument', 'give either "folderId" or "outOfFolders", not both');
    const folder = folderId === undefined ? undefined : yield* findFolder(context, folderId);
    const rootId = outOfFolders ? null : folder?.rootId;
    const list = `reviews ${rootId ?? ''} ${outOfFolders ?? ''}${agentId === undefined ? '' : ` ${agentId}`}`;
    const [waitsSince, id] = cursor === undefined ? [] : decodeCursor(list, position, cursor);
    const after = waitsSince === undefined || id === undefined ? undefined : { waitsSince, id };
    const found = yield* context.store.reviews.waiting({ viewer: context.viewer, rootId, agentId, after, limit: limit + 1 });
    const page = pageOf(list, found, limit, (item) => [item.waitsSince ?? 0, item.id]);
    return { items: page.rows.map(waitingFields), nextCursor: page.nextCursor };
  },
});

function waitingFields(item: VisibleItem) {
  const { id, type, name, reviewCount, waitsSince, deletedAt, updatedAt } = item;
  return { id, type, name, ...folderFields(item), reviewCount, waitsSince: waitsSince ?? 0, isDeleted: deletedAt !== null, updatedAt };
}

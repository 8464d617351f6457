import { itemTypes, type Op, type VisibleItem } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../context.ts';
import { sweepObjects } from '../files/sweep-objects.ts';
import { noSuchItem } from '../items/find-item.ts';
import { refuseTakenName } from '../items/refuse-taken-name.ts';
import { saveDetails } from '../items/save-item.ts';
import { done, okOnly } from '../items/shapes.ts';
import { identifier, pageLimit, time } from '../schema.ts';
import { defineTool } from '../tool.ts';

/** How long deleted items can be restored (D27). */
export const trashMs = 30 * 24 * 60 * 60 * 1000;

const itemId = 'doc_01jd2x7q8me3k5w9t4v6b8n0r2';
const input = z.strictObject({ itemId: identifier('from list_trash') });

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
    output: { items: [{ id: itemId, type: 'doc', name: 'Release notes', deletedAt: 1_763_000_000_000, purgedAfter: 1_765_592_000_000 }] },
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

export const restoreItem = defineTool({
  name: 'restore_item',
  title: 'Restore from trash',
  description: 'Bring a deleted document, file or skill back, with its whole history.',
  audience: 'person',
  access: 'write',
  hints: { destructive: false, idempotent: false, openWorld: false },
  input,
  output: okOnly,
  example: { input: { itemId }, output: { ok: true } },
  *run(context, { itemId }) {
    const item = yield* findTrashed(context, itemId);
    if (item.type !== 'doc') yield* refuseTakenName(context, item.folderId, item.name);
    yield* saveDetails(context, { ...item, deletedAt: null, deletedBy: null }, {});
    return done;
  },
});

export const purgeItem = defineTool({
  name: 'purge_item',
  title: 'Delete for good',
  description: 'Remove an item in the trash and its whole history. This cannot be undone.',
  audience: 'person',
  access: 'write',
  role: 'admin',
  hints: { destructive: true, idempotent: false, openWorld: false },
  input,
  output: okOnly,
  example: { input: { itemId }, output: { ok: true } },
  *run(context, { itemId }) {
    const item = yield* findTrashed(context, itemId);
    yield* context.store.trash.purge(item.orgId, item.id);
    return done;
  },
  async afterCommit({ store, files, now }) {
    if (files) await sweepObjects({ store, files, now });
  },
});

function* findTrashed(context: ToolContext, id: string): Op<VisibleItem> {
  const item = yield* context.store.trash.findForChange(context.viewer, id);
  if (!item) throw noSuchItem();
  context.notes.itemType = item.type;
  context.notes.itemId = item.id;
  return item;
}

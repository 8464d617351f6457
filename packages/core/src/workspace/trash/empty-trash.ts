import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { time } from '../../kernel/schema/schema.ts';
import { sweepObjects } from '../files/sweep-objects.ts';

/** The bytes of all their versions go with them: few in one call. */
const itemsAtOnce = 5;

export const emptyTrash = defineTool({
  name: 'empty_trash',
  title: 'Empty trash',
  description:
    'Permanently delete items that were deleted up to a time, with their whole history, 5 items per call: call again with the same time until isDone. Includes all items of the organization, also in folders of other people. This cannot be undone.',
  audience: 'person',
  access: 'write',
  role: 'admin',
  hints: { destructive: true, idempotent: false, openWorld: false },
  input: z.strictObject({ deletedUpTo: time.min(0).describe('milliseconds since 1970: keeps items that were deleted later') }),
  output: z.object({ removedItems: z.int(), isDone: z.boolean() }),
  example: { input: { deletedUpTo: 1_763_000_000_000 }, output: { removedItems: 3, isDone: true } },
  *run({ store, viewer }, { deletedUpTo }) {
    const found = yield* store.trash.deletedUpTo(viewer.orgId, deletedUpTo, itemsAtOnce + 1);
    let removedItems = 0;
    for (const id of found.slice(0, itemsAtOnce)) {
      // The item may have been restored, or removed by another process.
      const item = yield* store.trash.findForChange(viewer, id);
      if (!item || (item.deletedAt ?? 0) > deletedUpTo) continue;
      yield* store.trash.purge(item.orgId, item.id);
      removedItems++;
    }
    return { removedItems, isDone: found.length <= itemsAtOnce };
  },
  async afterCommit({ store, files, now }) {
    if (files) await sweepObjects({ store, files, now });
  },
});

import { defineTool } from '../../kernel/context/tool.ts';
import { done, okOnly } from '../../kernel/schema/shapes.ts';
import { sweepObjects } from '../files/sweep-objects.ts';
import { findTrashed, trashedExample, trashedInput } from './trash.ts';

export const purgeItem = defineTool({
  name: 'purge_item',
  title: 'Delete forever',
  description: 'Permanently delete an item in the trash and its whole history. This cannot be undone.',
  audience: 'person',
  access: 'write',
  role: 'admin',
  hints: { destructive: true, idempotent: false, openWorld: false },
  input: trashedInput,
  output: okOnly,
  example: { input: trashedExample, output: { ok: true } },
  *run(context, { itemId }) {
    const item = yield* findTrashed(context, itemId);
    yield* context.store.trash.purge(item.orgId, item.id);
    return done;
  },
  async afterCommit({ store, files, now }) {
    if (files) await sweepObjects({ store, files, now });
  },
});

import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { pageLimit } from '../../kernel/schema/schema.ts';
import { bulkChangeExample, bulkChangeFields, bulkChangeShape } from './bulk-change-fields.ts';

export const listBulkChanges = defineTool({
  name: 'list_bulk_changes',
  title: 'List bulk changes',
  description: 'List your bulk changes of the last 7 days, newest first.',
  audience: 'person',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ limit: pageLimit(10, 20, 'bulk changes') }),
  output: z.object({ bulkChanges: z.array(bulkChangeShape) }),
  example: { input: {}, output: { bulkChanges: [bulkChangeExample] } },
  *run(context, { limit }) {
    const { store, viewer } = context;
    const bulkChanges = [];
    for (const change of yield* store.bulkChanges.ofPerson(viewer.orgId, viewer.personId, limit)) {
      bulkChanges.push(yield* bulkChangeFields(context, change));
    }
    return { bulkChanges };
  },
});

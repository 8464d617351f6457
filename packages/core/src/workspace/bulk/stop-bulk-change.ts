import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { bulkChangeExample, bulkChangeFields, bulkChangeId, bulkChangeShape, findBulkChangeForChange } from './bulk-change-fields.ts';

export const stopBulkChange = defineTool({
  name: 'stop_bulk_change',
  title: 'Stop a bulk change',
  description:
    'Stop a bulk change or its undo. Finished changes are kept; undo_bulk_change undoes them. Has no effect on a bulk change that has ended.',
  audience: 'person',
  access: 'write',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ bulkChangeId: bulkChangeId() }),
  output: bulkChangeShape,
  example: {
    input: { bulkChangeId: bulkChangeExample.bulkChangeId },
    output: { ...bulkChangeExample, state: 'stopped', endedAt: 1_763_600_002_000 },
  },
  *run(context, { bulkChangeId }) {
    const change = yield* findBulkChangeForChange(context, bulkChangeId);
    if (change.endedAt !== null) return yield* bulkChangeFields(context, change);
    const stopped = { ...change, state: 'stopped', endedAt: context.now } as const;
    yield* context.store.bulkChanges.update(stopped);
    return yield* bulkChangeFields(context, stopped);
  },
});

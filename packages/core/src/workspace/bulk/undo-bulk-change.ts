import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { bulkChangeExample, bulkChangeFields, bulkChangeId, bulkChangeShape, findBulkChangeForChange } from './bulk-change-fields.ts';

export const undoBulkChange = defineTool({
  name: 'undo_bulk_change',
  title: 'Undo a bulk change',
  description:
    'Undo a bulk change in the background: read_bulk_change returns the progress. Items that others have changed since are kept. Call it again to continue a stopped or failed undo.',
  audience: 'person',
  access: 'write',
  hints: { destructive: true, idempotent: true, openWorld: false },
  input: z.strictObject({ bulkChangeId: bulkChangeId() }),
  output: bulkChangeShape,
  example: {
    input: { bulkChangeId: bulkChangeExample.bulkChangeId },
    output: { ...bulkChangeExample, state: 'undoing', done: 1380, failed: 0 },
  },
  *run(context, { bulkChangeId }) {
    const change = yield* findBulkChangeForChange(context, bulkChangeId);
    if (change.action === 'purge') throw refusal('nothing_to_change', 'permanently deleted items cannot be restored');
    if (change.action === 'accept') throw refusal('nothing_to_change', 'accepting cannot be undone: restore an earlier version instead');
    if (change.state === 'working') throw refusal('invalid_argument', 'it is still running: call stop_bulk_change first');
    if (change.state === 'undoing' || change.state === 'undone') return yield* bulkChangeFields(context, change);
    const undoing = { ...change, state: 'undoing', endedAt: null } as const;
    yield* context.store.bulkChanges.update(undoing);
    return yield* bulkChangeFields(context, undoing);
  },
});

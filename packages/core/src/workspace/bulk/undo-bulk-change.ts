import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { bulkChangeExample, bulkChangeFields, bulkChangeId, bulkChangeShape, findBulkChangeForChange } from './bulk-change-fields.ts';

export const undoBulkChange = defineTool({
  name: 'undo_bulk_change',
  title: 'Undo a bulk change',
  description:
    'Take back what a change of many items did, in the background: read_bulk_change has the progress. Items that others changed since stay. One that was stopped or failed can be called again and goes on.',
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
    if (change.action === 'purge') throw refusal('nothing_to_change', 'what was deleted forever cannot be brought back');
    if (change.state === 'working') throw refusal('invalid_argument', 'it is still going on: call stop_bulk_change first');
    if (change.state === 'undoing' || change.state === 'undone') return yield* bulkChangeFields(context, change);
    const undoing = { ...change, state: 'undoing', endedAt: null } as const;
    yield* context.store.bulkChanges.update(undoing);
    return yield* bulkChangeFields(context, undoing);
  },
});

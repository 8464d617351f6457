import type { FailedBulkItem } from '@gatehouse/storage';
import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { bulkChangeExample, bulkChangeFields, bulkChangeId, bulkChangeShape, findBulkChange } from './bulk-change-fields.ts';

const failure = z.object({
  code: z.string(),
  reason: z.string().nullable(),
  message: z.string().describe('message of the first one'),
  itemIds: z.array(z.string()),
});

export const readBulkChange = defineTool({
  name: 'read_bulk_change',
  title: 'Read a bulk change',
  description: 'Return the progress of one of your bulk changes, and its refused items by reason.',
  audience: 'person',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ bulkChangeId: bulkChangeId() }),
  output: bulkChangeShape.extend({ failures: z.array(failure) }),
  example: {
    input: { bulkChangeId: bulkChangeExample.bulkChangeId },
    output: { ...bulkChangeExample, state: 'done', failed: 0, done: 1380, endedAt: 1_763_600_004_000, failures: [] },
  },
  *run(context, { bulkChangeId }) {
    const change = yield* findBulkChange(context, bulkChangeId);
    const fields = yield* bulkChangeFields(context, change);
    const failed = fields.failed === 0 ? [] : yield* context.store.bulkChanges.failed(change);
    return { ...fields, failures: byReason(failed) };
  },
});

function byReason(failed: readonly FailedBulkItem[]): z.input<typeof failure>[] {
  const groups = Map.groupBy(failed, ({ code, reason }) => `${code} ${reason}`);
  return Array.from(groups.values(), (items) => {
    const [first] = items;
    return {
      code: first?.code ?? '',
      reason: first?.reason ?? null,
      message: first?.message ?? '',
      itemIds: items.map(({ itemId }) => itemId),
    };
  });
}

import { bulkActions, bulkStates } from '@gatehouse/domain';
import type { BulkChange, Op } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { noSuchItem } from '../../kernel/context/no-such-item.ts';
import { identifier, time } from '../../kernel/schema/schema.ts';

export const bulkChangeId = () => identifier('from change_items or list_bulk_changes');

export const bulkChangeShape = z.object({
  bulkChangeId: z.string(),
  action: z.enum(bulkActions),
  state: z.enum(bulkStates).describe('working and undoing: the gateway continues in the background'),
  total: z.int(),
  done: z.int().describe('number of changed items'),
  failed: z.int().describe('number of refused items'),
  undone: z.int().nullable().describe('number of undone items; null before an undo is requested'),
  kept: z.int().nullable().describe('number of items that an undo keeps, because others have changed them since or a rule protects them'),
  takeBackId: z.string().nullable().describe('take-back that undoes it; list_take_back_items returns the reasons for kept items'),
  requestId: z.string().describe('request ID of all its rows in the activity log'),
  createdAt: time,
  endedAt: time.nullable(),
});

export const bulkChangeExample: z.input<typeof bulkChangeShape> = {
  bulkChangeId: 'bulk_01jd2x7q8me3k5w9t4v6b8n0r2',
  action: 'delete',
  state: 'working',
  total: 1380,
  done: 508,
  failed: 2,
  undone: null,
  kept: null,
  takeBackId: null,
  requestId: 'req_01jd2x7q8me3k5w9t4v6b8n0r2',
  createdAt: 1_763_600_000_000,
  endedAt: null,
};

export function* bulkChangeFields({ store }: ToolContext, change: BulkChange): Op<z.input<typeof bulkChangeShape>> {
  const { orgId, id, action, state, requestId, takeBackId, createdAt, endedAt } = change;
  const counts = yield* store.bulkChanges.counts(change);
  const takeBack = takeBackId === null ? undefined : yield* store.takeBacks.find(orgId, takeBackId);
  const undone = takeBack ? takeBack.progress.takenBack + takeBack.progress.unchanged : null;
  const kept = takeBack?.progress.left ?? null;
  return { bulkChangeId: id, action, state, ...counts, undone, kept, takeBackId, requestId, createdAt, endedAt };
}

/** Finds a bulk change. Only the person who began it sees it. */
export function* findBulkChange({ store, viewer }: ToolContext, id: string): Op<BulkChange> {
  return ownOf(viewer.personId, yield* store.bulkChanges.find(viewer.orgId, id));
}

/** Finds a bulk change like `findBulkChange`, and locks it until the transaction ends. */
export function* findBulkChangeForChange({ store, viewer }: ToolContext, id: string): Op<BulkChange> {
  return ownOf(viewer.personId, yield* store.bulkChanges.findForChange(viewer.orgId, id));
}

function ownOf(personId: string, change: BulkChange | undefined): BulkChange {
  if (change?.personId !== personId) throw noSuchItem();
  return change;
}

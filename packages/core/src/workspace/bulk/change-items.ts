import { bulkActions, maxBulkItems, taskStatuses } from '@gatehouse/domain';
import type { BulkChange } from '@gatehouse/storage';
import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { overloaded, refusal } from '../../kernel/errors/errors.ts';
import { newId } from '../../kernel/ids/ids.ts';
import { identifier, tags, time } from '../../kernel/schema/schema.ts';
import { findFolder } from '../items/find-item.ts';
import { assignee } from '../tasks/assignee.ts';
import { dueDate } from '../tasks/due-date.ts';
import { bulkChangeExample, bulkChangeFields, bulkChangeShape } from './bulk-change-fields.ts';
import { toolsOf } from './item-call.ts';

/** Maximum unfinished bulk changes of one person. */
const maxAtWork = 10;

const settings = {
  folderId: identifier('move: target folder').optional(),
  outOfFolders: z.literal(true).optional().describe('move: outside all folders, visible to the whole organization'),
  tags: tags().optional(),
  status: z.enum(taskStatuses).optional(),
  assignee: assignee('update_tasks: email address of a person').optional(),
  dueAt: dueDate('update_tasks: ms since epoch, or ISO 8601').optional(),
  clear: z
    .array(z.enum(['assignee', 'dueAt']))
    .optional()
    .describe('update_tasks: fields to clear'),
  seenAt: time.optional().describe('accept: refuse items that changed after this time'),
};

type Setting = keyof typeof settings;

/** Settings that each action takes. */
const settingsOf: Record<(typeof bulkActions)[number], readonly Setting[]> = {
  delete: [],
  move: ['folderId', 'outOfFolders'],
  restore: [],
  purge: [],
  set_tags: ['tags'],
  update_tasks: ['status', 'assignee', 'dueAt', 'clear'],
  accept: ['seenAt'],
};

export const changeItems = defineTool({
  name: 'change_items',
  title: 'Change many items',
  description:
    "Delete, move, restore, purge or tag up to 2,000 items, accept agents' changes to them, or change up to 2,000 tasks. The gateway changes them one by one in the background, each with your rights at that moment: read_bulk_change returns the progress, stop_bulk_change stops it, undo_bulk_change undoes it.",
  audience: 'person',
  access: 'write',
  hints: { destructive: true, idempotent: false, openWorld: false },
  input: z.strictObject({
    action: z.enum(bulkActions),
    itemIds: z.array(z.string().min(1).max(200)).min(1).max(maxBulkItems).describe('documents, files, skills or tasks'),
    ...settings,
  }),
  output: bulkChangeShape,
  example: {
    input: {
      action: 'move',
      itemIds: ['doc_01jd2x7q8me3k5w9t4v6b8n0r2', 'file_01jd2x7q8me3k5w9t4v6b8n0r2'],
      folderId: 'folder_01jd2x7q8me3k5w9t4v6b8n0r2',
    },
    output: { ...bulkChangeExample, action: 'move', total: 2, done: 0, failed: 0 },
  },
  *run(context, { action, itemIds, ...rest }) {
    const { store, viewer, caller, now, gateway } = context;
    const { attribution, origin } = context.call;
    const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
    refuseSettings(action, Object.keys(given));
    for (const tool of toolsOf[action]) {
      const refused = gateway.registry.refusal(tool, caller);
      if (refused) throw refused.error;
    }
    if (rest.folderId !== undefined) yield* findFolder(context, rest.folderId);
    const others = yield* store.bulkChanges.ofPerson(viewer.orgId, viewer.personId, maxAtWork);
    if (others.length === maxAtWork && others.every(({ endedAt }) => endedAt === null)) {
      throw overloaded(`${maxAtWork} of your bulk changes are still running; wait until one of them is done`);
    }
    const change: BulkChange = {
      orgId: viewer.orgId,
      id: newId('bulk', now),
      personId: viewer.personId,
      action,
      settings: given,
      state: 'working',
      requestId: attribution.requestId ?? newId('req', now),
      entrance: origin.entrance,
      client: origin.client ?? null,
      takeBackId: null,
      createdAt: now,
      endedAt: null,
    };
    yield* store.bulkChanges.create(change, [...new Set(itemIds)]);
    return yield* bulkChangeFields(context, change);
  },
});

function refuseSettings(action: keyof typeof settingsOf, given: readonly string[]): void {
  const allowed: readonly string[] = settingsOf[action];
  const other = given.find((name) => !allowed.includes(name));
  if (other !== undefined) throw refusal('invalid_argument', `argument "${other}" does not apply to the action "${action}"`);
  if (action === 'move' && given.length !== 1) throw refusal('invalid_argument', 'give either "folderId" or "outOfFolders": true');
  if (allowed.length > 0 && given.length === 0) throw refusal('nothing_to_change', `give at least one of ${allowed.join(', ')}`);
}

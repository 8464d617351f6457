import { takeBackOutcomes } from '@gatehouse/domain';
import type { Op, TakeBack, TakeBackItem } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { decodeCursor, pageOf } from '../../kernel/schema/cursor.ts';
import { cursor, idPosition, pageLimit } from '../../kernel/schema/schema.ts';
import { nextCursor } from '../../kernel/schema/shapes.ts';
import { leftReasons } from '../reversal/decide.ts';
import { decideSubject } from '../reversal/decide-entry.ts';
import { findSubject } from '../reversal/subject-item.ts';
import { findTakeBack, takeBackExample, takeBackFields, takeBackId, takeBackShape } from './take-back-fields.ts';

const entryShape = z.object({
  itemId: z.string(),
  type: z.enum(['doc', 'file', 'skill', 'task', 'folder']),
  name: z.string(),
  outcome: z.enum(takeBackOutcomes).describe('of what is not done yet: what would be'),
  isDone: z.boolean(),
  reason: z.enum(leftReasons).nullable().describe('why it is left, or a part of it'),
  version: z.int().nullable().describe('the version that it becomes again; null: it stays, or it was not there'),
  isDeleted: z.boolean().nullable().describe('whether it is in the trash then'),
  isMerged: z.boolean().describe('whether its text is merged: what others changed in it since stays'),
  openPlaces: z.int().describe('places of its text that others changed too: they stay'),
  fields: z
    .array(z.string())
    .describe('what else of it gets the value of before: name, folderId, tags, isAgentMemory; of a task or folder its fields'),
  others: z.array(z.string()).describe('what of the changes has no history and stays: renamed, moved, tagged, marked, task, folder'),
});

export const listTakeBackItems = defineTool({
  name: 'list_take_back_items',
  title: 'What would be taken back',
  description:
    'What a take-back has found, and what of it was or would be taken back, or left and why: changed_since by others, others_worked_on_it, no_history (what was before the history), name_taken, protected_item. A page may be empty and have a nextCursor.',
  audience: 'person',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ takeBackId: takeBackId(), limit: pageLimit(20, 30, 'entries to look at'), cursor: cursor() }),
  output: z.object({ takeBack: takeBackShape, items: z.array(entryShape), nextCursor }),
  example: {
    input: { takeBackId: takeBackExample.takeBackId },
    output: {
      takeBack: takeBackExample,
      items: [
        {
          itemId: 'doc_01jd2x7q8me3k5w9t4v6b8n0r2',
          type: 'doc',
          name: 'Release notes',
          outcome: 'taken_back',
          isDone: false,
          reason: null,
          version: 4,
          isDeleted: false,
          isMerged: false,
          openPlaces: 0,
          fields: ['name'],
          others: [],
        },
      ],
      nextCursor: null,
    },
  },
  *run(context, { takeBackId, limit, cursor }) {
    const takeBack = yield* findTakeBack(context, takeBackId);
    const list = `take back ${takeBack.id}`;
    const [afterId = ''] = cursor === undefined ? [] : decodeCursor(list, idPosition, cursor);
    const found = yield* context.store.takeBacks.items(takeBack, afterId, limit + 1);
    const page = pageOf(list, found, limit, ({ itemId }) => [itemId]);
    const items: z.input<typeof entryShape>[] = [];
    for (const entry of page.rows) {
      const shown = yield* entryOf(context, takeBack, entry);
      if (shown) items.push(shown);
    }
    return { takeBack: takeBackFields(takeBack), items, nextCursor: page.nextCursor };
  },
});

/** Undefined for what the caller does not see any more. */
function* entryOf(context: ToolContext, takeBack: TakeBack, entry: TakeBackItem): Op<z.input<typeof entryShape> | undefined> {
  const { itemId, plan, outcome } = entry;
  const subject = yield* findSubject(context, itemId);
  if (!subject) return undefined;
  const { type, name, item, task, folder } = subject;
  const shown = { itemId, type, name, others: plan.others, isDone: outcome !== null };
  const as = {
    version: null,
    isDeleted: null,
    fields: plan.fields ?? [],
    isMerged: plan.openPlaces !== undefined,
    openPlaces: plan.openPlaces ?? 0,
  };
  if (outcome) return { ...shown, ...as, outcome, reason: reasonOf(plan.reason) };
  const decision = yield* decideSubject(context, takeBack, plan, { item, task, folder });
  if (!decision) return { ...shown, ...as, outcome: 'left', reason: 'no_history' };
  const { body, reason, values, merged } = decision;
  const target = body.outcome === 'taken_back' ? body.target : undefined;
  return {
    ...shown,
    outcome: decision.outcome,
    reason,
    fields: Object.keys(values),
    isMerged: merged !== undefined,
    openPlaces: merged?.places.length ?? 0,
    version: target?.version || null,
    isDeleted: target?.isDeleted ?? null,
  };
}

function reasonOf(reason: string | undefined): (typeof leftReasons)[number] | null {
  return leftReasons.find((known) => known === reason) ?? null;
}

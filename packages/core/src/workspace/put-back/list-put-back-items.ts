import { putBackOutcomes } from '@gatehouse/domain';
import type { Op, PutBack, PutBackItem } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { decodeCursor, pageOf } from '../../kernel/schema/cursor.ts';
import { cursor, idPosition, pageLimit } from '../../kernel/schema/schema.ts';
import { nextCursor } from '../../kernel/schema/shapes.ts';
import { decide, leftReasons } from './decide.ts';
import { findPutBack, putBackExample, putBackFields, putBackId, putBackShape } from './put-back-fields.ts';
import { findSubject } from './subject-item.ts';

const entryShape = z.object({
  itemId: z.string(),
  type: z.enum(['doc', 'file', 'skill', 'task', 'folder']),
  name: z.string(),
  outcome: z.enum(putBackOutcomes).describe('of what is not done yet: what would be'),
  isDone: z.boolean(),
  reason: z.enum(leftReasons).nullable().describe('why it is left'),
  version: z.int().nullable().describe('the version that it becomes again; null: it stays, or it was not there'),
  isDeleted: z.boolean().nullable().describe('whether it is in the trash then'),
  others: z.array(z.string()).describe('what of the changes has no history and stays: renamed, moved, tagged, marked, task, folder'),
});

export const listPutBackItems = defineTool({
  name: 'list_put_back_items',
  title: 'What would be put back',
  description:
    'What a putting back has found, and what of it was or would be put back, or left and why: changed_since by others, no_history (names, places, tags, tasks, folders), name_taken, protected_item. A page may be empty and have a nextCursor.',
  audience: 'person',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ putBackId: putBackId(), limit: pageLimit(20, 30, 'entries to look at'), cursor: cursor() }),
  output: z.object({ putBack: putBackShape, items: z.array(entryShape), nextCursor }),
  example: {
    input: { putBackId: putBackExample.putBackId },
    output: {
      putBack: putBackExample,
      items: [
        {
          itemId: 'doc_01jd2x7q8me3k5w9t4v6b8n0r2',
          type: 'doc',
          name: 'Release notes',
          outcome: 'put_back',
          isDone: false,
          reason: null,
          version: 4,
          isDeleted: false,
          others: [],
        },
      ],
      nextCursor: null,
    },
  },
  *run(context, { putBackId, limit, cursor }) {
    const putBack = yield* findPutBack(context, putBackId);
    const list = `put back ${putBack.id}`;
    const [afterId = ''] = cursor === undefined ? [] : decodeCursor(list, idPosition, cursor);
    const found = yield* context.store.putBacks.items(putBack, afterId, limit + 1);
    const page = pageOf(list, found, limit, ({ itemId }) => [itemId]);
    const items: z.input<typeof entryShape>[] = [];
    for (const entry of page.rows) {
      const shown = yield* entryOf(context, putBack, entry);
      if (shown) items.push(shown);
    }
    return { putBack: putBackFields(putBack), items, nextCursor: page.nextCursor };
  },
});

/** Undefined for what the caller does not see any more. */
function* entryOf(context: ToolContext, putBack: PutBack, entry: PutBackItem): Op<z.input<typeof entryShape> | undefined> {
  const { itemId, plan, outcome } = entry;
  const subject = yield* findSubject(context, itemId);
  if (!subject) return undefined;
  const { type, name, item } = subject;
  const shown = { itemId, type, name, others: plan.others, isDone: outcome !== null };
  if (outcome) return { ...shown, outcome, reason: reasonOf(plan.reason), version: null, isDeleted: null };
  if (!item) return { ...shown, outcome: 'left', reason: 'no_history', version: null, isDeleted: null };
  const decision = yield* decide(context, putBack, plan, item);
  const target = decision.outcome === 'put_back' ? decision.target : undefined;
  return {
    ...shown,
    outcome: decision.outcome,
    reason: decision.outcome === 'left' ? decision.reason : null,
    version: target?.version || null,
    isDeleted: target?.isDeleted ?? null,
  };
}

function reasonOf(reason: string | undefined): (typeof leftReasons)[number] | null {
  return leftReasons.find((known) => known === reason) ?? null;
}

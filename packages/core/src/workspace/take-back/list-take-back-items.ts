import { takeBackExpectations } from '@gatehouse/domain';
import type { TakeBack, TakeBackItem } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { decodeCursor, pageOf } from '../../kernel/schema/cursor.ts';
import { cursor, identifier, idPosition, pageLimit } from '../../kernel/schema/schema.ts';
import { nextCursor } from '../../kernel/schema/shapes.ts';
import { entryExample, entryShape, showEntries } from './entries.ts';
import { findTakeBack, noFolder, takeBackExample, takeBackFields, takeBackId, takeBackShape } from './take-back-fields.ts';

const folderPosition = z.tuple([z.enum([...takeBackExpectations, '']), z.string()]);

export const listTakeBackItems = defineTool({
  name: 'list_take_back_items',
  title: 'List entries of a take-back',
  description:
    'List the entries of a take-back with their result or expected result, and the reason for kept ones: changed_since by others, others_worked_on_it, no_history (older than the history), name_taken, protected_item, left_out by you. A page can be empty and still have a nextCursor.',
  audience: 'person',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({
    takeBackId: takeBackId(),
    folderId: identifier(`entries in this folder of preview_take_back; "${noFolder}": in no folder`).optional(),
    expected: z.enum(takeBackExpectations).optional().describe('with folderId: only entries with this expected result'),
    limit: pageLimit(20, 30, 'entries to look at'),
    cursor: cursor(),
  }),
  output: z.object({ takeBack: takeBackShape, items: z.array(entryShape), nextCursor }),
  example: {
    input: { takeBackId: takeBackExample.takeBackId },
    output: { takeBack: takeBackExample, items: [entryExample], nextCursor: null },
  },
  *run(context, { takeBackId, folderId, expected, limit, cursor }) {
    const takeBack = yield* findTakeBack(context, takeBackId);
    const page = yield* folderId === undefined
      ? pageOfAll(context, takeBack, limit, cursor)
      : pageOfFolder(context, takeBack, { folderId, expected, limit, cursor });
    const items = yield* showEntries(context, takeBack, page.rows);
    return { takeBack: takeBackFields(takeBack), items: items.filter((entry) => entry !== undefined), nextCursor: page.nextCursor };
  },
});

function* pageOfAll({ store }: ToolContext, takeBack: TakeBack, limit: number, cursor: string | undefined) {
  const list = `take back ${takeBack.id}`;
  const [afterId = ''] = cursor === undefined ? [] : decodeCursor(list, idPosition, cursor);
  const found = yield* store.takeBacks.items(takeBack, afterId, limit + 1);
  return pageOf(list, found, limit, ({ itemId }) => [itemId]);
}

interface InFolder {
  folderId: string;
  expected: (typeof takeBackExpectations)[number] | undefined;
  limit: number;
  cursor: string | undefined;
}

function* pageOfFolder({ store }: ToolContext, takeBack: TakeBack, { folderId, expected, limit, cursor }: InFolder) {
  const list = `take back ${takeBack.id} ${folderId} ${expected ?? ''}`;
  const [kind, itemId] = cursor === undefined ? [expected ?? '', ''] : decodeCursor(list, folderPosition, cursor);
  const after = { expected: kind, itemId };
  const found: TakeBackItem[] = yield* store.takeBacks.shownIn(takeBack, folderId === noFolder ? '' : folderId, after, limit + 1);
  const wanted = expected === undefined ? found : found.filter((entry) => entry.expected === expected);
  return pageOf(list, wanted, limit, (entry) => [entry.expected ?? '', entry.itemId]);
}

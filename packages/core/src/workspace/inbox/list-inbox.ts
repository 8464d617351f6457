import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { decodeCursor, encodeCursor } from '../../kernel/schema/cursor.ts';
import { cursor, pageLimit, time } from '../../kernel/schema/schema.ts';
import { nextCursor } from '../../kernel/schema/shapes.ts';
import { entryExample, entryShape, openEntryFields } from './entry-fields.ts';
import { findEntries, onlyUnread } from './find-entries.ts';

const position = z.tuple([time, z.string()]);

export const listInbox = defineTool({
  name: 'list_inbox',
  title: 'List inbox',
  description:
    "List what waits for you, newest first: agents' changes and skill versions to review in your top folders or, outside of folders, in items you created; open comments that mention you or answer yours; tools on hold in connections you manage; and open tasks that others assigned to you in the last 30 days. Each call searches a part: a page can be short and still have a nextCursor.",
  audience: 'person',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({
    readSince: time
      .min(0)
      .optional()
      .describe('also entries marked as read at this time (ms since epoch) or later; 0: all; default: only unread'),
    limit: pageLimit(50, 200, 'entries'),
    cursor: cursor(),
  }),
  output: z.object({
    entries: z.array(entryShape),
    until: time.describe('time of this answer; pass it to mark_inbox_read'),
    nextCursor,
  }),
  example: { input: {}, output: { entries: [entryExample], until: 1_763_600_100_000, nextCursor: null } },
  *run(context, { readSince, limit, cursor }) {
    const list = `inbox ${readSince ?? ''}`;
    const [at, id] = cursor === undefined ? [] : decodeCursor(list, position, cursor);
    const before = at === undefined || id === undefined ? undefined : { at, id };
    const { entries, next } = yield* findEntries(context, { readSince: readSince ?? onlyUnread, before, limit });
    const describe = openEntryFields(context);
    const described = [];
    for (const entry of entries) described.push(yield* describe(entry));
    return { entries: described, until: context.now, nextCursor: next ? encodeCursor(list, [next.at, next.id]) : null };
  },
});

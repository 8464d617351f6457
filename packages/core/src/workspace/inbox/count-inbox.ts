import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { findEntries, onlyUnread } from './find-entries.ts';

/** Maximum entries counted. */
const maxCounted = 99;
/** Maximum parts of the inbox that a call searches. What is older is stale, and counting it would cost too much. */
const maxParts = 3;

export const countInbox = defineTool({
  name: 'count_inbox',
  title: 'Count inbox',
  description: 'Count the unread entries of your inbox, up to 99.',
  audience: 'person',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({}),
  output: z.object({ unread: z.int(), hasMore: z.boolean().describe('true if there are more') }),
  example: { input: {}, output: { unread: 3, hasMore: false } },
  *run(context) {
    let unread = 0;
    let part = yield* findEntries(context, { readSince: onlyUnread, limit: maxCounted });
    unread += part.entries.length;
    for (let parts = 1; part.next && parts < maxParts && unread < maxCounted; parts++) {
      part = yield* findEntries(context, { readSince: onlyUnread, before: part.next, limit: maxCounted - unread });
      unread += part.entries.length;
    }
    return { unread, hasMore: unread === maxCounted && part.next !== undefined };
  },
});

import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { identifier, time } from '../../kernel/schema/schema.ts';
import { findEntries, onlyUnread, placeOf } from './find-entries.ts';

/** Maximum entries that one call marks. */
const maxMarked = 500;

export const markInboxRead = defineTool({
  name: 'mark_inbox_read',
  title: 'Mark inbox as read',
  description:
    'Mark entries of your inbox as read, or as unread again: the named ones, or all up to a time. An entry that changes later is unread again.',
  audience: 'person',
  access: 'write',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({
    ids: z.array(identifier('from list_inbox')).min(1).max(maxMarked).optional(),
    until: time.min(0).optional().describe('only entries up to this time (ms since epoch), from list_inbox'),
    read: z.boolean().default(true).describe('false: mark as unread; needs "ids"'),
  }),
  output: z.object({
    ids: z.array(z.string()).describe('entries that changed their state'),
    hasMore: z.boolean().describe('true if there are more entries to mark: call again'),
  }),
  example: { input: { ids: ['doc_01jd2x7q8me3k5w9t4v6b8n0r2'] }, output: { ids: ['doc_01jd2x7q8me3k5w9t4v6b8n0r2'], hasMore: false } },
  *run(context, { ids, until, read }) {
    const {
      store,
      viewer: { orgId, personId },
      now,
    } = context;
    if (!read) {
      if (!ids) throw refusal('invalid_argument', 'argument "ids" is missing: only named entries can be marked as unread');
      yield* store.inbox.markUnread(orgId, personId, ids);
      return { ids, hasMore: false };
    }
    if (!ids && until === undefined) throw refusal('invalid_argument', 'give "ids", or "until" to mark all entries up to that time');
    if (until !== undefined && until > now)
      throw refusal('invalid_argument', 'argument "until" is in the future: give the "until" of list_inbox');
    const before = until === undefined ? undefined : { at: until + 1, id: '' };
    const { entries, next } = yield* findEntries(context, { ids, readSince: onlyUnread, before, limit: maxMarked });
    const marked = entries.map(placeOf);
    yield* store.inbox.markRead(orgId, personId, marked, now);
    return { ids: marked.map(({ id }) => id), hasMore: next !== undefined };
  },
});

import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { time } from '../../kernel/schema/schema.ts';

export const markNewsSeen = defineTool({
  name: 'mark_news_seen',
  title: 'Mark news as seen',
  description: 'Mark news up to a time as seen; list_news continues from there. An earlier time undoes this.',
  audience: 'person',
  access: 'write',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ until: time.min(0).describe('ms since epoch') }),
  output: z.object({ seenUntil: time }),
  example: { input: { until: 1_763_600_000_000 }, output: { seenUntil: 1_763_600_000_000 } },
  *run({ store, viewer, now }, { until }) {
    const person = yield* store.people.find(viewer.orgId, viewer.personId);
    if (until > now)
      throw refusal('invalid_argument', 'argument "until" is in the future: give the time of the newest change that you have seen');
    const seenUntil = Math.max(until, person?.createdAt ?? 0);
    yield* store.people.setNewsSeen(viewer.orgId, viewer.personId, seenUntil);
    return { seenUntil };
  },
});

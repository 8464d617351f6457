import { dayMs, itemTypes } from '@gatehouse/domain';
import type { Op } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { decodeCursor, encodeCursor } from '../../kernel/schema/cursor.ts';
import { cursor, time } from '../../kernel/schema/schema.ts';
import { nextCursor } from '../../kernel/schema/shapes.ts';
import { type ChangesPosition, findChanged, theEnd } from './changed-items.ts';
import { nameMakers } from './makers.ts';
import { findRefused } from './refused-calls.ts';

/** Default period for a person who has never marked news as seen (not before they joined), and the maximum period. */
const firstMs = 7 * dayMs;
const maxMs = 30 * dayMs;

const maker = z.object({ id: z.string(), name: z.string() });

const changedShape = z.object({
  agent: maker,
  person: maker.nullable().describe('owner of the agent'),
  item: z.object({
    id: z.string(),
    type: z.enum(itemTypes),
    name: z.string(),
    isInTrash: z.boolean(),
    waits: z.boolean().describe('for a review'),
  }),
  isNew: z.boolean().describe('true if the agent created it'),
  versions: z.int(),
  firstVersion: z.int().nullable(),
  lastVersion: z.int().nullable(),
  others: z.array(z.string()).describe('other changes of the agent: renamed, moved, deleted …'),
  firstAt: time,
  at: time,
});

const refusedShape = z.object({
  agent: maker,
  person: maker.nullable(),
  tool: z.string(),
  reason: z.string(),
  calls: z.int(),
  at: time,
});

export const listNews = defineTool({
  name: 'list_news',
  title: 'News',
  description:
    'List the work of agents since the last time that you marked as seen: their changes to documents, files and skills that you can see, and their refused calls (of your own agents; of all agents for owners and admins). Changes of an agent to an item are one entry if no pause of the agent is longer than 10 minutes. Each call searches a part: an entry can continue on the next page.',
  audience: 'person',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ cursor: cursor() }),
  output: z.object({
    since: time,
    until: time.describe('time of this answer; pass it to mark_news_seen'),
    changed: z.array(changedShape),
    refused: z.array(refusedShape),
    nextCursor,
  }),
  example: {
    input: {},
    output: {
      since: 1_763_000_000_000,
      until: 1_763_600_100_000,
      changed: [
        {
          agent: { id: 'agent_01jd2x7q8me3k5w9t4v6b8n0r2', name: 'release-bot' },
          person: { id: 'person_01jd2x7q8me3k5w9t4v6b8n0r2', name: 'Ada' },
          item: { id: 'doc_01jd2x7q8me3k5w9t4v6b8n0r2', type: 'doc', name: 'Release notes', isInTrash: false, waits: true },
          isNew: false,
          versions: 3,
          firstVersion: 4,
          lastVersion: 6,
          others: [],
          firstAt: 1_763_500_000_000,
          at: 1_763_600_000_000,
        },
      ],
      refused: [],
      nextCursor: null,
    },
  },
  *run(context, { cursor }) {
    const { since, until, behind, beforeId } = cursor === undefined ? yield* theBeginning(context) : goOn(cursor);
    const { changed, position } = yield* findChanged(context, since, behind);
    const { refused, beforeId: refusedTo } = yield* findRefused(context, since, beforeId);
    const named = yield* nameMakers(context, [...changed, ...refused]);
    const isEnd = [position.versions, position.changes].every(({ at }) => at === theEnd.at) && refusedTo === 0;
    const places = [position.versions, position.changes].flatMap(({ at, itemId, number }) => [at, itemId, number]);
    return {
      since,
      until,
      changed: changed.map(named),
      refused: refused.map(named),
      nextCursor: isEnd ? null : encodeCursor('news', [since, until, ...places, refusedTo]),
    };
  },
});

interface Looking {
  since: number;
  until: number;
  behind: ChangesPosition | undefined;
  beforeId: number | undefined;
}

function* theBeginning({ store, viewer, now }: ToolContext): Op<Looking> {
  const seen = yield* store.people.newsSeen(viewer.orgId, viewer.personId);
  const joined = (yield* store.people.find(viewer.orgId, viewer.personId))?.createdAt ?? 0;
  return { since: Math.max(seen ?? Math.max(now - firstMs, joined), now - maxMs), until: now, behind: undefined, beforeId: undefined };
}

const place = [time, z.string(), z.int()] as const;
const newsPosition = z.tuple([time, time, ...place, ...place, z.int().min(0)]);

function goOn(cursor: string): Looking {
  const [since, until, versionAt, versionItem, version, changeAt, changeItem, change, beforeId] = decodeCursor(
    'news',
    newsPosition,
    cursor,
  );
  const versions = { at: versionAt, itemId: versionItem, number: version };
  return { since, until, behind: { versions, changes: { at: changeAt, itemId: changeItem, number: change } }, beforeId };
}

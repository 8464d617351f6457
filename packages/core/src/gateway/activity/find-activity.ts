import { entrances } from '@gatehouse/domain';
import type { Activity, Op } from '@gatehouse/storage';
import { z } from 'zod';
import { ownOnly } from '../../identity/roles/roles.ts';
import type { ToolContext } from '../../kernel/context/context.ts';
import { logBounds } from '../../kernel/log/log-bounds.ts';
import { decodeCursor, encodeCursor } from '../../kernel/schema/cursor.ts';
import { identifier, time } from '../../kernel/schema/schema.ts';

export const activityShape = z.object({
  id: z.int(),
  at: time,
  entrance: z.enum(entrances),
  sdk: z.string().nullable(),
  client: z.string().nullable(),
  personId: z.string().nullable(),
  agentId: z.string().nullable(),
  keyId: z.string().nullable(),
  agentName: z.string().nullable(),
  tool: z.string(),
  itemType: z.string().nullable(),
  itemId: z.string().nullable(),
  outcome: z.string(),
  reason: z.string().nullable(),
  status: z.int(),
  durationMicros: z.int(),
  requestId: z.string(),
  traceId: z.string().nullable(),
  argumentBytes: z.int(),
  resultBytes: z.int(),
  count: z.int(),
  service: z.string().nullable(),
  connectionId: z.string().nullable(),
  serviceTool: z.string().nullable(),
  serviceMicros: z.int().nullable(),
});

/** Which rows of the log are wanted. */
export const activityFilters = {
  since: time.optional(),
  until: time.optional(),
  tool: z.string().max(200).optional(),
  keyId: identifier('from list_keys').optional(),
  agentId: identifier('from list_agents').optional(),
  personId: identifier('from list_people').optional(),
  itemId: identifier('a document, file, skill, task or folder').optional(),
  outcome: z.string().max(50).optional().describe('"ok" or an error code'),
  entrance: z.enum(entrances).optional(),
  requestId: z.string().max(100).optional(),
};

/** How far looking came. */
export const searchedTo = time.nullable().describe('the time of the last row that was looked at; null: all there is was looked at');

type ActivityFilters = z.output<z.ZodObject<typeof activityFilters>>;

interface FoundActivity {
  rows: z.input<typeof activityShape>[];
  nextCursor: string | null;
  searchedTo: number | null;
}

const idPosition = z.tuple([z.int()]);

/** Rows that one call looks at, however few of them are wanted: more would hold up other calls (D44). */
const maxLookedAt = 2000;

/** What the caller may read of the log, newest first: all for owners and admins, their own for members. */
export function* findActivity(
  context: ToolContext,
  { personId, ...filter }: ActivityFilters,
  { limit, cursor }: { limit: number; cursor: string | undefined },
): Op<FoundActivity> {
  const { store, viewer } = context;
  const [beforeId] = cursor === undefined ? [] : decodeCursor('activity', idPosition, cursor);
  const who = ownOnly(context) ?? personId;
  const bounds = yield* logBounds(context, filter);
  const range = { fromId: bounds.fromId, beforeId: Math.min(bounds.beforeId, beforeId ?? bounds.beforeId) };
  const wanted = { orgId: viewer.orgId, ...filter, ...range, personId: who, limit: limit + 1, most: maxLookedAt };
  const { rows, lookedTo } = yield* store.activity.look(wanted);
  const last = rows.length > limit ? rows[limit - 1] : lookedTo;
  return {
    rows: rows.slice(0, limit).map(activityFields),
    nextCursor: last ? encodeCursor('activity', [last.id]) : null,
    searchedTo: last?.at ?? null,
  };
}

export function activityFields({
  sdkName,
  sdkVersion,
  orgId: _org,
  foldedMinute: _minute,
  ...row
}: Activity): z.input<typeof activityShape> {
  return { ...row, sdk: sdkName === null || sdkVersion === null ? sdkName : `${sdkName}/${sdkVersion}` };
}

import { entrances } from '@gatehouse/domain';
import type { Activity, Op } from '@gatehouse/storage';
import { z } from 'zod';
import { ownOnly } from '../../identity/roles/roles.ts';
import type { ToolContext } from '../../kernel/context/context.ts';
import { logBounds } from '../../kernel/log/log-bounds.ts';
import { decodeCursor, encodeCursor } from '../../kernel/schema/cursor.ts';
import { identifier, time } from '../../kernel/schema/schema.ts';

export const activityShape = z.object({
  id: z.int().describe('number of the row; later rows have higher numbers'),
  at: time.describe('time of the call, in milliseconds since the Unix epoch'),
  entrance: z.enum(entrances).describe('entrance of the call'),
  sdk: z.string().nullable().describe('name and version of the SDK, as reported by the caller'),
  client: z.string().nullable().describe('program, as reported by the caller'),
  personId: z.string().nullable().describe('person who called, or owner of the agent'),
  agentId: z.string().nullable().describe('agent of the key'),
  keyId: z.string().nullable().describe('key of the call; null for people'),
  agentName: z.string().nullable().describe('name of the agent, as sent with the call'),
  tool: z.string().describe('tool or operation'),
  itemType: z.string().nullable().describe('type of the item'),
  itemId: z.string().nullable().describe('item that the call was about'),
  outcome: z.string().describe('"ok" or an error code'),
  reason: z.string().nullable().describe('reason of the error'),
  status: z.int().describe('HTTP status of the answer, for every entrance'),
  durationMicros: z.int().describe('duration of the call, in microseconds'),
  requestId: z.string().describe('X-Request-Id of the answer'),
  traceId: z.string().nullable().describe('trace ID from the traceparent header of the caller'),
  argumentBytes: z.int().describe('size of the arguments as JSON'),
  resultBytes: z.int().describe('size of the result as JSON'),
  count: z.int().describe('number of calls in this row; more than 1 if equal refusals within a minute share it'),
  service: z.string().nullable().describe('connected service that was called'),
  connectionId: z.string().nullable().describe('connection to the service'),
  serviceTool: z.string().nullable().describe('tool of the service'),
  serviceMicros: z.int().nullable().describe('duration of the call to the service, in microseconds'),
});

/** Filters for rows of the log. */
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
  by: z
    .enum(['agents', 'people'])
    .optional()
    .describe('"agents": calls over HTTP and MCP; "people": all others, without what the console reads to show its pages'),
  requestId: z.string().max(100).optional(),
};

/** Position that the search reached. */
export const searchedTo = time.nullable().describe('time of the last row that was searched; null: the whole log was searched');

type ActivityFilters = z.output<z.ZodObject<typeof activityFilters>>;

interface FoundActivity {
  rows: z.input<typeof activityShape>[];
  nextCursor: string | null;
  searchedTo: number | null;
}

const idPosition = z.tuple([z.int()]);

/** Maximum rows that one call reads, even if few of them match: more would delay other calls. // D44 */
const maxLookedAt = 2000;

/** Rows that the caller can read, newest first: all for owners and admins, their own for members. */
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

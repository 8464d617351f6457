import { entrances } from '@gatehouse/domain';
import type { Activity, Op } from '@gatehouse/storage';
import { z } from 'zod';
import { ownOnly } from '../../identity/roles/roles.ts';
import type { ToolContext } from '../../kernel/context/context.ts';
import { logBounds } from '../../kernel/log/log-bounds.ts';
import { decodeCursor, encodeCursor } from '../../kernel/schema/cursor.ts';
import { identifier, time } from '../../kernel/schema/schema.ts';

export const activityShape = z.object({
  id: z.int().describe('the number of the row; it grows'),
  at: time.describe('when the call came, in milliseconds since the Unix epoch'),
  entrance: z.enum(entrances).describe('how the call came in'),
  sdk: z.string().nullable().describe('name and version of the SDK, as the caller says'),
  client: z.string().nullable().describe('the program, as the caller says'),
  personId: z.string().nullable().describe('the person who called, or for whom the agent acts'),
  agentId: z.string().nullable().describe('the agent of the key'),
  keyId: z.string().nullable().describe('the key; null for people'),
  agentName: z.string().nullable().describe('the name that the call gave its agent'),
  tool: z.string().describe('the tool or operation'),
  itemType: z.string().nullable().describe('what kind of item the call was about'),
  itemId: z.string().nullable().describe('the item that the call was about'),
  outcome: z.string().describe('"ok" or an error code'),
  reason: z.string().nullable().describe('the reason of an error'),
  status: z.int().describe('the HTTP status of the answer, over every entrance'),
  durationMicros: z.int().describe('how long the call took, in microseconds'),
  requestId: z.string().describe('X-Request-Id of the answer'),
  traceId: z.string().nullable().describe('the trace of the traceparent that the caller sent'),
  argumentBytes: z.int().describe('the size of the arguments as JSON'),
  resultBytes: z.int().describe('the size of the result as JSON'),
  count: z.int().describe('more than 1 where equal refusals of a minute share a row'),
  service: z.string().nullable().describe('the connected service that was called'),
  connectionId: z.string().nullable().describe('the connection to that service'),
  serviceTool: z.string().nullable().describe('the tool of that service'),
  serviceMicros: z.int().nullable().describe('how long the service took, in microseconds'),
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
export const searchedTo = time.nullable().describe('the time of the last row that was looked at; null: all there is was looked at');

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

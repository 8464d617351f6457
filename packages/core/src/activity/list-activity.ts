import { type Activity, entrances } from '@gatehouse/storage';
import { z } from 'zod';
import { decodeCursor, pageOf } from '../cursor.ts';
import { nextCursor } from '../items/shapes.ts';
import { ownOnly } from '../people/roles.ts';
import { cursor, identifier, pageLimit, time } from '../schema.ts';
import { defineTool } from '../tool.ts';

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

const idPosition = z.tuple([z.int()]);

export const listActivity = defineTool({
  name: 'list_activity',
  title: 'Activity log',
  description: 'Answered calls, newest first: all for owners and admins, their own for members.',
  audience: 'person',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({
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
    limit: pageLimit(50, 500, 'rows'),
    cursor: cursor(),
  }),
  output: z.object({ activity: z.array(activityShape), nextCursor }),
  example: { input: { tool: 'edit_doc', limit: 10 }, output: { activity: [], nextCursor: null } },
  *run(context, { limit, cursor, personId, ...filter }) {
    const { store, viewer } = context;
    const [beforeId] = cursor === undefined ? [] : decodeCursor('activity', idPosition, cursor);
    const who = ownOnly(context) ?? personId;
    const found = yield* store.activity.list({ orgId: viewer.orgId, ...filter, beforeId, personId: who, limit: limit + 1 });
    const page = pageOf('activity', found, limit, (row) => [row.id]);
    return { activity: page.rows.map(activityFields), nextCursor: page.nextCursor };
  },
});

export function activityFields({
  sdkName,
  sdkVersion,
  orgId: _org,
  foldedMinute: _minute,
  ...row
}: Activity): z.input<typeof activityShape> {
  return { ...row, sdk: sdkName === null || sdkVersion === null ? sdkName : `${sdkName}/${sdkVersion}` };
}

import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { cursor, pageLimit } from '../../kernel/schema/schema.ts';
import { nextCursor } from '../../kernel/schema/shapes.ts';
import { nameItems } from './activity-names.ts';
import { activityFilters, activityShape, findActivity, searchedTo } from './find-activity.ts';

export const listActivity = defineTool({
  name: 'list_activity',
  title: 'Activity log',
  description:
    'List answered calls, newest first: all calls for owners and admins, their own for members. Each call searches at most 2,000 rows: nextCursor continues from there, even after an empty page.',
  audience: 'person',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({
    ...activityFilters,
    limit: pageLimit(50, 500, 'rows'),
    cursor: cursor(),
  }),
  output: z.object({
    activity: z.array(
      activityShape.extend({ itemName: z.string().nullable().describe('current name of the item; null if the caller cannot see it') }),
    ),
    nextCursor,
    searchedTo,
  }),
  example: {
    input: { tool: 'edit_doc', limit: 10 },
    output: { activity: [], nextCursor: 'WyJhY3Rpdml0eSIsODEyXQ', searchedTo: 1_763_600_000_000 },
  },
  *run(context, { limit, cursor, ...filters }) {
    const { rows, ...found } = yield* findActivity(context, filters, { limit, cursor });
    const named = yield* nameItems(context, rows);
    return { activity: named, ...found };
  },
});

import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { cursor } from '../../kernel/schema/schema.ts';
import { nextCursor } from '../../kernel/schema/shapes.ts';
import { nameActivity } from './activity-names.ts';
import { activityLines, exportFormats } from './activity-table.ts';
import { activityFilters, findActivity, searchedTo } from './find-activity.ts';

/** Rows of a part, about 250 KB. A part delays other calls no longer than a page of the log. */
const rowsAtOnce = 500;

export const exportActivity = defineTool({
  name: 'export_activity',
  title: 'Export activity log',
  description:
    'Export the activity log as lines of a file, newest first: all rows for owners and admins, their own for members. Person, agent, key and item are names. Each call returns the next part; append the parts until nextCursor is null. CSV cells that a spreadsheet would read as formulas begin with an apostrophe.',
  audience: 'person',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ format: z.enum(exportFormats), ...activityFilters, cursor: cursor() }),
  output: z.object({ text: z.string(), rows: z.int().describe('number of rows in this part'), nextCursor, searchedTo }),
  example: {
    input: { format: 'csv', tool: 'edit_doc' },
    output: {
      text: 'id,at,entrance,sdk,client,personId,agentId,keyId,agentName,tool,itemType,itemId,outcome,reason,status,durationMicros,requestId,traceId,argumentBytes,resultBytes,count,service,connectionId,serviceTool,serviceMicros,person,agent,key,item\r\n',
      rows: 0,
      nextCursor: null,
      searchedTo: null,
    },
  },
  *run(context, { format, cursor, ...filters }) {
    const { rows, ...found } = yield* findActivity(context, filters, { limit: rowsAtOnce, cursor });
    const named = yield* nameActivity(context, rows);
    return { text: activityLines(format, named, cursor === undefined), rows: rows.length, ...found };
  },
});

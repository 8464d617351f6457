import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { decodeCursor, pageOf } from '../../kernel/schema/cursor.ts';
import { cursor, idPosition, pageLimit } from '../../kernel/schema/schema.ts';
import { nextCursor } from '../../kernel/schema/shapes.ts';
import { takeBackExample, takeBackFields, takeBackShape } from './take-back-fields.ts';

export const listTakeBacks = defineTool({
  name: 'list_take_backs',
  title: 'List take-backs',
  description: 'List your applied and prepared take-backs, newest first. To undo one, call prepare_take_back with its takeBackId.',
  audience: 'person',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ limit: pageLimit(20, 100, 'entries'), cursor: cursor() }),
  output: z.object({ takeBacks: z.array(takeBackShape), nextCursor }),
  example: { input: {}, output: { takeBacks: [takeBackExample], nextCursor: null } },
  *run({ store, viewer }, { limit, cursor }) {
    const [beforeId] = cursor === undefined ? [] : decodeCursor('take backs', idPosition, cursor);
    const found = yield* store.takeBacks.page(viewer.orgId, viewer.personId, limit + 1, beforeId);
    const page = pageOf('take backs', found, limit, ({ id }) => [id]);
    return { takeBacks: page.rows.map(takeBackFields), nextCursor: page.nextCursor };
  },
});

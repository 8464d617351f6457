import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { decodeCursor, pageOf } from '../../kernel/schema/cursor.ts';
import { cursor, idPosition, pageLimit } from '../../kernel/schema/schema.ts';
import { nextCursor } from '../../kernel/schema/shapes.ts';
import { putBackExample, putBackFields, putBackShape } from './put-back-fields.ts';

export const listPutBacks = defineTool({
  name: 'list_put_backs',
  title: 'List what was put back',
  description: 'What you have put back or prepared to, newest first. prepare_put_back with putBackId undoes one.',
  audience: 'person',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ limit: pageLimit(20, 100, 'entries'), cursor: cursor() }),
  output: z.object({ putBacks: z.array(putBackShape), nextCursor }),
  example: { input: {}, output: { putBacks: [putBackExample], nextCursor: null } },
  *run({ store, viewer }, { limit, cursor }) {
    const [beforeId] = cursor === undefined ? [] : decodeCursor('put backs', idPosition, cursor);
    const found = yield* store.putBacks.page(viewer.orgId, viewer.personId, limit + 1, beforeId);
    const page = pageOf('put backs', found, limit, ({ id }) => [id]);
    return { putBacks: page.rows.map(putBackFields), nextCursor: page.nextCursor };
  },
});

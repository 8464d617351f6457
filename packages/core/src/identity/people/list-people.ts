import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { decodeCursor, pageOf } from '../../kernel/schema/cursor.ts';
import { personExample, personFields, personShape } from '../../kernel/schema/person-fields.ts';
import { cursor, idPosition, pageLimit } from '../../kernel/schema/schema.ts';
import { nextCursor } from '../../kernel/schema/shapes.ts';

export const listPeople = defineTool({
  name: 'list_people',
  title: 'List people',
  description: 'List the people of the organization, in order of addition.',
  audience: 'person',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ limit: pageLimit(50, 200, 'people'), cursor: cursor() }),
  output: z.object({ people: z.array(personShape), nextCursor }),
  example: { input: { limit: 1 }, output: { people: [personExample], nextCursor: null } },
  *run({ store, viewer }, { limit, cursor }) {
    const [afterId] = cursor === undefined ? [] : decodeCursor('people', idPosition, cursor);
    const page = pageOf('people', yield* store.people.page(viewer.orgId, limit + 1, afterId), limit, ({ id }) => [id]);
    return { people: page.rows.map(personFields), nextCursor: page.nextCursor };
  },
});

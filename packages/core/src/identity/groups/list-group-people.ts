import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { decodeCursor, pageOf } from '../../kernel/schema/cursor.ts';
import { cursor, idPosition, pageLimit } from '../../kernel/schema/schema.ts';
import { nextCursor } from '../../kernel/schema/shapes.ts';
import { findGroup } from './find-group.ts';
import { groupExample, groupIdentifier, memberExample, memberFields, memberShape } from './group-fields.ts';

export const listGroupPeople = defineTool({
  name: 'list_group_people',
  title: 'List people of a group',
  description: 'List the people who are in a group now, in the order in which they were added to the organization.',
  audience: 'person',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ groupId: groupIdentifier, limit: pageLimit(50, 200, 'people'), cursor: cursor() }),
  output: z.object({ people: z.array(memberShape), nextCursor }),
  example: { input: { groupId: groupExample.groupId }, output: { people: [memberExample], nextCursor: null } },
  *run(context, { groupId, limit, cursor }) {
    const group = yield* findGroup(context, groupId);
    const list = `group ${group.id}`;
    const [afterId] = cursor === undefined ? [] : decodeCursor(list, idPosition, cursor);
    const rows = yield* context.store.groups.members(group, context.now, limit + 1, afterId);
    const page = pageOf(list, rows, limit, ({ personId }) => [personId]);
    return { people: page.rows.map(memberFields), nextCursor: page.nextCursor };
  },
});

import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { decodeCursor, pageOf } from '../../kernel/schema/cursor.ts';
import { cursor, pageLimit } from '../../kernel/schema/schema.ts';
import { nextCursor } from '../../kernel/schema/shapes.ts';
import { groupExample, groupFields, groupShape } from './group-fields.ts';

const namePosition = z.tuple([z.string(), z.string()]);

export const listGroups = defineTool({
  name: 'list_groups',
  title: 'List groups',
  description:
    'List the groups of the organization by name, with the number of their people. Folders and connections can be shared with them.',
  audience: 'person',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ limit: pageLimit(50, 200, 'groups'), cursor: cursor() }),
  output: z.object({
    groups: z.array(groupShape.extend({ peopleCount: z.int(), isMember: z.boolean().describe('true if you are in it') })),
    nextCursor,
  }),
  example: { input: {}, output: { groups: [{ ...groupExample, peopleCount: 12, isMember: true }], nextCursor: null } },
  *run({ store, viewer, now }, { limit, cursor }) {
    const [name, id] = cursor === undefined ? [] : decodeCursor('groups', namePosition, cursor);
    const after = name === undefined || id === undefined ? undefined : { name, id };
    const rows = yield* store.groups.list({ ...viewer, at: now }, limit + 1, after);
    const page = pageOf('groups', rows, limit, (group) => [group.name, group.id]);
    return {
      groups: page.rows.map(({ peopleCount, isMember, ...group }) => ({ ...groupFields(group), peopleCount, isMember: isMember > 0 })),
      nextCursor: page.nextCursor,
    };
  },
});

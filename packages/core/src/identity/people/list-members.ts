import { z } from 'zod';
import { examplePages, memberAddress } from '../../kernel/context/page-address.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { decodeCursor, pageOf } from '../../kernel/schema/cursor.ts';
import { named } from '../../kernel/schema/named.ts';
import { cursor, idPosition, pageLimit } from '../../kernel/schema/schema.ts';
import { nextCursor } from '../../kernel/schema/shapes.ts';

export const listMembers = defineTool({
  name: 'list_members',
  title: 'List members',
  description: "List the organization's people. Assign tasks to them by email address.",
  audience: 'agent',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ limit: pageLimit(50, 200, 'people'), cursor: cursor() }),
  output: z.object({
    members: z.array(
      named(
        'Member',
        'A person of the organization.',
        z.object({ personId: z.string(), name: z.string(), email: z.string(), url: z.string() }),
      ),
    ),
    nextCursor,
  }),
  example: {
    input: { limit: 1 },
    output: {
      members: [
        {
          personId: 'person_01jd2x7q8me3k5w9t4v6b8n0r2',
          name: 'Ada',
          email: 'ada@example.com',
          url: memberAddress(examplePages, 'person_01jd2x7q8me3k5w9t4v6b8n0r2'),
        },
      ],
      nextCursor: null,
    },
  },
  *run(context, { limit, cursor }) {
    const { store, viewer } = context;
    const [afterId] = cursor === undefined ? [] : decodeCursor('members', idPosition, cursor);
    const page = pageOf('members', yield* store.people.page(viewer.orgId, limit + 1, afterId), limit, ({ id }) => [id]);
    const members = page.rows.map(({ id, name, email }) => ({ personId: id, name, email, url: memberAddress(context, id) }));
    return { members, nextCursor: page.nextCursor };
  },
});

import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { done, okOnly } from '../../kernel/schema/shapes.ts';
import { holdPeople } from '../people/change-people.ts';
import { addMembers } from './add-members.ts';
import { findGroup, refuseLinked } from './find-group.ts';
import { groupEmails, groupExample, groupIdentifier } from './group-fields.ts';

export const addToGroup = defineTool({
  name: 'add_to_group',
  title: 'Add people to group',
  description: 'Add people to a group. They and their keys can use everything shared with it from their next call on.',
  audience: 'person',
  access: 'write',
  role: 'admin',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ groupId: groupIdentifier, emails: groupEmails }),
  output: okOnly,
  example: { input: { groupId: groupExample.groupId, emails: ['ada@example.com'] }, output: { ok: true } },
  *run(context, { groupId, emails }) {
    yield* holdPeople(context);
    const group = yield* findGroup(context, groupId);
    refuseLinked(group);
    yield* addMembers(context, group, emails);
    return done;
  },
});

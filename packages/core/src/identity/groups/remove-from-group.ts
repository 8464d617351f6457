import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { done, okOnly } from '../../kernel/schema/shapes.ts';
import { holdPeople } from '../people/change-people.ts';
import { personByEmail } from '../people/find-person.ts';
import { findGroup, refuseLinked } from './find-group.ts';
import { groupEmails, groupExample, groupIdentifier } from './group-fields.ts';

export const removeFromGroup = defineTool({
  name: 'remove_from_group',
  title: 'Remove people from group',
  description: 'Remove people from a group. From their next call on, they and their keys lose access that only the group gave them.',
  audience: 'person',
  access: 'write',
  role: 'admin',
  hints: { destructive: true, idempotent: true, openWorld: false },
  input: z.strictObject({ groupId: groupIdentifier, emails: groupEmails }),
  output: okOnly,
  example: { input: { groupId: groupExample.groupId, emails: ['ada@example.com'] }, output: { ok: true } },
  *run(context, { groupId, emails }) {
    yield* holdPeople(context);
    const group = yield* findGroup(context, groupId);
    refuseLinked(group);
    for (const email of emails) {
      const person = yield* personByEmail(context, email);
      yield* context.store.groups.removeMember(group, person.id);
    }
    return done;
  },
});

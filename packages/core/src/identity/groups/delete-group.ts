import { z } from 'zod';
import { madeBy } from '../../kernel/context/made-by.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { done, okOnly } from '../../kernel/schema/shapes.ts';
import { holdPeople } from '../people/change-people.ts';
import { findGroup } from './find-group.ts';
import { groupExample, groupIdentifier } from './group-fields.ts';

export const deleteGroup = defineTool({
  name: 'delete_group',
  title: 'Delete group',
  description: 'Delete a group and its shares. Its people stay in the organization, but lose access that only the group gave them.',
  audience: 'person',
  access: 'write',
  role: 'admin',
  hints: { destructive: true, idempotent: false, openWorld: false },
  input: z.strictObject({ groupId: groupIdentifier }),
  output: okOnly,
  example: { input: { groupId: groupExample.groupId }, output: { ok: true } },
  *run(context, { groupId }) {
    const { store } = context;
    yield* holdPeople(context);
    const group = yield* findGroup(context, groupId);
    yield* store.folders.unshareAll(group.orgId, group.id, madeBy(context));
    yield* store.groups.remove(group);
    return done;
  },
});

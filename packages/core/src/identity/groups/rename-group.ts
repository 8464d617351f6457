import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { holdPeople } from '../people/change-people.ts';
import { findGroup } from './find-group.ts';
import { groupExample, groupFields, groupIdentifier, groupName, groupShape } from './group-fields.ts';
import { refuseTakenGroupName } from './refuse-taken-group-name.ts';

export const renameGroup = defineTool({
  name: 'rename_group',
  title: 'Rename group',
  description: 'Rename a group. What is shared with it stays shared.',
  audience: 'person',
  access: 'write',
  role: 'admin',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ groupId: groupIdentifier, name: groupName }),
  output: groupShape,
  example: { input: { groupId: groupExample.groupId, name: 'Design' }, output: groupExample },
  *run(context, { groupId, name }) {
    yield* holdPeople(context);
    const group = yield* findGroup(context, groupId);
    yield* refuseTakenGroupName(context, name, group.id);
    yield* context.store.groups.rename(group, name);
    return groupFields({ ...group, name });
  },
});

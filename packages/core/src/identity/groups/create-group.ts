import { maxGroups } from '@gatehouse/domain';
import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { newId } from '../../kernel/ids/ids.ts';
import { holdPeople } from '../people/change-people.ts';
import { addMembers } from './add-members.ts';
import { groupEmails, groupExample, groupFields, groupName, groupShape } from './group-fields.ts';
import { refuseTakenGroupName } from './refuse-taken-group-name.ts';

export const createGroup = defineTool({
  name: 'create_group',
  title: 'Create group',
  description: 'Create a group of people. share_folder, add_connection and edit_connection can then share with the whole group.',
  audience: 'person',
  access: 'write',
  role: 'admin',
  hints: { destructive: false, idempotent: false, openWorld: false },
  input: z.strictObject({ name: groupName, emails: groupEmails.optional() }),
  output: groupShape,
  example: { input: { name: 'Design', emails: ['ada@example.com'] }, output: groupExample },
  *run(context, { name, emails = [] }) {
    const { store, viewer, call, now } = context;
    yield* holdPeople(context);
    yield* refuseTakenGroupName(context, name);
    if ((yield* store.groups.count(viewer.orgId)) >= maxGroups)
      throw refusal('too_large', `there are already ${maxGroups} groups; delete one first`);
    const group = { orgId: viewer.orgId, id: newId('group', now), name, claimValue: null, createdAt: now };
    yield* store.groups.create(group);
    yield* addMembers(context, group, emails);
    call.notes.itemType = 'group';
    call.notes.itemId = group.id;
    return groupFields(group);
  },
});

import { maxPersonName, roles } from '@gatehouse/domain';
import type { Person } from '@gatehouse/storage';
import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { newId } from '../../kernel/ids/ids.ts';
import { email, personExample, personShape } from '../../kernel/schema/person-fields.ts';
import { name } from '../../kernel/schema/schema.ts';
import { onlyOwnersMakeOwners } from '../roles/roles.ts';
import { changedPerson, holdPeople } from './change-people.ts';

export const addPerson = defineTool({
  name: 'add_person',
  title: 'Add person',
  description: 'Add a person to the organization, or restore a removed person.',
  audience: 'person',
  access: 'write',
  role: 'admin',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ email, name: name(maxPersonName, 'name').optional(), role: z.enum(roles).default('member') }),
  output: personShape,
  example: { input: { email: 'ada@example.com', name: 'Ada', role: 'admin' }, output: personExample },
  *run(context, { email, name, role }) {
    const { store, viewer, now } = context;
    yield* holdPeople(context);
    onlyOwnersMakeOwners(context, role);
    const known = yield* store.people.findByEmail(viewer.orgId, email);
    if (known && known.removedAt === null) throw refusal('duplicate_name', `${email} already belongs to this organization: ${known.id}`);
    const person: Person = known
      ? { ...known, name: name ?? known.name, role, removedAt: null }
      : {
          orgId: viewer.orgId,
          id: newId('person', now),
          email,
          name: name ?? email,
          role,
          createdAt: now,
          removedAt: null,
          accountId: null,
        };
    yield* known ? store.people.update(person) : store.people.create(person);
    return changedPerson(context, person);
  },
});

import { type Op, type Person, roles } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../context.ts';
import { GatewayError, refusal } from '../errors.ts';
import { newId } from '../ids.ts';
import { name } from '../schema.ts';
import { defineTool } from '../tool.ts';
import { email, personByEmail, personFields, personShape } from './person-fields.ts';

const quiet = { destructive: false, idempotent: true, openWorld: false };
const ada: z.input<typeof personShape> = {
  id: 'person_01jd2x7q8me3k5w9t4v6b8n0r2',
  email: 'ada@example.com',
  name: 'Ada',
  role: 'admin',
  createdAt: 1_763_000_000_000,
};

export const listPeople = defineTool({
  name: 'list_people',
  title: 'List people',
  description: 'The people of the organization.',
  audience: 'person',
  access: 'read',
  hints: quiet,
  input: z.strictObject({}),
  output: z.object({ people: z.array(personShape) }),
  example: { input: {}, output: { people: [ada] } },
  *run({ store, viewer }) {
    return { people: (yield* store.people.list(viewer.orgId)).map(personFields) };
  },
});

export const addPerson = defineTool({
  name: 'add_person',
  title: 'Add person',
  description: 'Add a person to the organization, or bring back one who was removed.',
  audience: 'person',
  access: 'write',
  role: 'admin',
  hints: quiet,
  input: z.strictObject({ email, name: name(200, 'name').optional(), role: z.enum(roles).default('member') }),
  output: personShape,
  example: { input: { email: 'ada@example.com', name: 'Ada', role: 'admin' }, output: ada },
  *run(context, { email, name, role }) {
    const { store, viewer, now } = context;
    yield* holdPeople(context);
    onlyOwnersMakeOwners(context, role);
    const known = yield* store.people.findByEmail(viewer.orgId, email);
    if (known && known.removedAt === null) throw refusal('duplicate_name', `${email} is already in this organization: ${known.id}`);
    const person: Person = known
      ? { ...known, name: name ?? known.name, role, removedAt: null }
      : { orgId: viewer.orgId, id: newId('person', now), email, name: name ?? email, role, createdAt: now, removedAt: null };
    yield* known ? store.people.update(person) : store.people.create(person);
    return noted(context, person);
  },
});

export const setPersonRole = defineTool({
  name: 'set_person_role',
  title: 'Change role',
  description: 'Make a person owner, admin or member. The last owner stays one.',
  audience: 'person',
  access: 'write',
  role: 'admin',
  hints: quiet,
  input: z.strictObject({ email, role: z.enum(roles) }),
  output: personShape,
  example: { input: { email: 'ada@example.com', role: 'admin' }, output: ada },
  *run(context, { email, role }) {
    yield* holdPeople(context);
    const person = yield* personByEmail(context, email);
    onlyOwnersMakeOwners(context, role);
    if (person.role === 'owner' && role !== 'owner') yield* refuseLastOwner(context, person);
    const changed = { ...person, role };
    yield* context.store.people.update(changed);
    return noted(context, changed);
  },
});

export const removePerson = defineTool({
  name: 'remove_person',
  title: 'Remove person',
  description: 'Remove a person from the organization. Their keys are revoked at once; what they made stays.',
  audience: 'person',
  access: 'write',
  role: 'admin',
  hints: { destructive: true, idempotent: true, openWorld: false },
  input: z.strictObject({ email }),
  output: personShape,
  example: { input: { email: 'ada@example.com' }, output: ada },
  *run(context, { email }) {
    yield* holdPeople(context);
    const person = yield* personByEmail(context, email);
    if (person.role === 'owner') yield* refuseLastOwner(context, person);
    yield* context.store.people.update({ ...person, removedAt: context.now });
    yield* takeAccess(context, person);
    return noted(context, person);
  },
});

/** Two people may change each other at the same time: who waited for the other must still be who they were when they asked. */
function* holdPeople({ store, caller, viewer }: ToolContext): Op<void> {
  yield* store.people.hold(viewer.orgId);
  if (caller.personId === null) return;
  const self = yield* store.people.find(viewer.orgId, caller.personId);
  if (!self) throw new GatewayError('unauthorized', 'you were removed from the organization meanwhile; ask one of its owners');
  if (self.role !== caller.role)
    throw new GatewayError('forbidden', `you were made ${self.role} meanwhile; try again if that still allows it`);
}

/** Added again, a person is given keys and shares anew: who left may have left a key behind. */
function* takeAccess({ store, now }: ToolContext, { orgId, id }: Person): Op<void> {
  for (const key of yield* store.keys.list(orgId)) {
    if (key.personId === id) yield* store.keys.revoke(orgId, key.id, now);
  }
  yield* store.folders.unshareAll(orgId, id);
}

function noted({ notes }: ToolContext, person: Person) {
  notes.itemType = 'person';
  notes.itemId = person.id;
  return personFields(person);
}

function onlyOwnersMakeOwners({ caller }: ToolContext, role: Person['role']): void {
  if (role === 'owner' && caller.role !== 'owner')
    throw new GatewayError('forbidden', 'only an owner can make somebody an owner; ask one of them');
}

function* refuseLastOwner(context: ToolContext, person: Person): Op<void> {
  if (context.caller.role !== 'owner') throw new GatewayError('forbidden', 'only an owner can change or remove an owner; ask one of them');
  const people = yield* context.store.people.list(context.viewer.orgId);
  if (people.some(({ id, role }) => role === 'owner' && id !== person.id)) return;
  throw refusal('last_owner', `${person.email} is the last owner: make somebody else an owner first`);
}

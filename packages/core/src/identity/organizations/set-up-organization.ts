import { isOneName, maxOrganizationName, maxPersonName } from '@gatehouse/domain';
import type { Op, Organization, Person } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { email } from '../../kernel/schema/person-fields.ts';
import { name } from '../../kernel/schema/schema.ts';
import { foundOrganization } from './found-organization.ts';
import { findUnclaimed, unclaimedOwner } from './unclaimed.ts';

interface SetUp {
  orgId: string;
  ownerId: string;
  name: string;
  ownerEmail: string;
  outcome: 'created' | 'claimed' | 'existing';
}

export const setUpOrganization = defineTool({
  name: 'set_up_organization',
  title: 'Set up organization',
  description:
    'Ensure that an organization with this owner exists: create it, claim the automatically created one, or return it unchanged. Without a name, create one automatically if none exists.',
  audience: 'operator',
  access: 'write',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({
    organization: z
      .strictObject({
        name: name(maxOrganizationName, 'organization name'),
        ownerEmail: email,
        ownerName: name(maxPersonName, 'name').optional(),
      })
      .optional(),
  }),
  output: z.object({
    orgId: z.string(),
    ownerId: z.string(),
    name: z.string(),
    ownerEmail: z.string(),
    outcome: z.enum(['created', 'claimed', 'existing']),
  }),
  example: {
    input: { organization: { name: 'Acme', ownerEmail: 'ada@example.com' } },
    output: {
      orgId: 'org_01jd2x7q8me3k5w9t4v6b8n0r2',
      ownerId: 'person_01jd2x7q8me3k5w9t4v6b8n0r2',
      name: 'Acme',
      ownerEmail: 'ada@example.com',
      outcome: 'created',
    },
  },
  *run(context, { organization }) {
    const wanted = { name: 'My organization', ownerEmail: unclaimedOwner, ownerName: 'Owner', ...organization };
    yield* context.store.organizations.hold();
    const known = yield* context.store.organizations.list();
    const done = (organization ? yield* findNamed(context, known, wanted) : yield* findAny(context, known)) ??
      (organization && (yield* claim(context, known, wanted))) ?? {
        ...(yield* foundOrganization(context, wanted)),
        name: wanted.name,
        ownerEmail: wanted.ownerEmail,
        outcome: 'created' as const,
      };
    context.call.notes.orgId = done.orgId;
    context.call.notes.itemType = 'organization';
    context.call.notes.itemId = done.orgId;
    return done;
  },
});

interface Wanted {
  name: string;
  ownerEmail: string;
  ownerName: string | undefined;
}

function* findAny({ store }: ToolContext, [first]: Organization[]): Op<SetUp | undefined> {
  if (!first) return undefined;
  const owner = (yield* store.people.list(first.id)).find(({ role }) => role === 'owner');
  return owner && existing(first, owner);
}

function* findNamed({ store }: ToolContext, known: Organization[], wanted: Wanted): Op<SetUp | undefined> {
  const named = known.filter((organization) => isOneName(organization.name, wanted.name));
  for (const organization of named) {
    const person = yield* store.people.findByEmail(organization.id, wanted.ownerEmail);
    if (person?.role === 'owner' && person.removedAt === null) return existing(organization, person);
  }
  if (named.length > 0 && !(yield* findUnclaimed(store, named[0] as Organization)))
    throw refusal('duplicate_name', `there is already an organization "${wanted.name}", and ${wanted.ownerEmail} is not one of its owners`);
  return undefined;
}

/** Claims the automatic organization: sets its name and its owner's address, and keeps its content. */
function* claim({ store }: ToolContext, [organization, another]: Organization[], wanted: Wanted): Op<SetUp | undefined> {
  if (!organization || another) return undefined;
  yield* store.people.hold(organization.id);
  const owner = yield* findUnclaimed(store, organization);
  if (!owner) return undefined;
  yield* store.organizations.rename(organization.id, wanted.name);
  yield* store.people.update({ ...owner, email: wanted.ownerEmail, name: wanted.ownerName ?? wanted.ownerEmail });
  return { orgId: organization.id, ownerId: owner.id, name: wanted.name, ownerEmail: wanted.ownerEmail, outcome: 'claimed' };
}

function existing(organization: Organization, owner: Person): SetUp {
  return { orgId: organization.id, ownerId: owner.id, name: organization.name, ownerEmail: owner.email, outcome: 'existing' };
}

import { maxOrganizationName } from '@gatehouse/domain';
import type { Account, Op, Person } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { defineDiscoveryTool } from '../../kernel/context/tool.ts';
import { email } from '../../kernel/schema/person-fields.ts';
import { name } from '../../kernel/schema/schema.ts';
import { alreadySetUp } from '../links/create-set-up-link.ts';
import { findLinkOf, linkSecret, useLink } from '../links/links.ts';
import { foundOrganization } from '../organizations/found-organization.ts';
import { findUnclaimed, unclaimedOwner } from '../organizations/unclaimed.ts';
import { accountName, newPassword, signedInExample, signedInShape, visitorArgumentBytes } from '../sessions/account-fields.ts';
import { openSession } from '../sessions/open-session.ts';
import { createAccount } from '../sign-in/create-account.ts';

export const setUp = defineDiscoveryTool({
  name: 'set_up',
  title: 'Set up',
  description:
    'Create the first account, with the link shown to the operator. It owns the automatically created organization and its contents.',
  audience: 'visitor',
  access: 'write',
  hints: { destructive: false, idempotent: false, openWorld: false },
  input: z.strictObject({
    secret: linkSecret,
    email,
    name: accountName(),
    password: newPassword,
    organizationName: name(maxOrganizationName, 'organization name').optional(),
  }),
  output: signedInShape,
  maximumArgumentBytes: visitorArgumentBytes,
  example: {
    input: { secret: '3q2-7wEj', email: 'ada@example.com', name: 'Ada', password: 'correct horse battery', organizationName: 'Acme' },
    output: signedInExample,
  },
  *prepare(context, input) {
    if (yield* context.store.accounts.any()) throw alreadySetUp();
    yield* findLinkOf(context, 'set_up', input.secret);
    return input;
  },
  runOutside: ({ ports: { passwords }, caller }, { password }) => passwords.hash(password, caller.visit?.address),
  *conclude(context, { secret, email, name, organizationName }, passwordHash) {
    const { store, call } = context;
    yield* store.accounts.hold();
    if (yield* store.accounts.any()) throw alreadySetUp();
    yield* useLink(context, yield* findLinkOf(context, 'set_up', secret));
    const account = yield* createAccount(context, { email, name, passwordHash });
    const owner = yield* firstOwner(context, account, organizationName);
    yield* store.people.update({ ...owner, accountId: account.id });
    const signedIn = yield* openSession(context, account);
    call.notes.orgId = owner.orgId;
    call.notes.itemType = 'person';
    call.notes.itemId = owner.id;
    return signedIn;
  },
});

/** Finds the person of the first account: owner of the automatic organization, of the one that the operator made, or of a new one. */
function* firstOwner(context: ToolContext, account: Account, organizationName: string | undefined): Op<Person> {
  const { store } = context;
  const { email, name } = account;
  yield* store.organizations.hold();
  const [first, ...others] = yield* store.organizations.list();
  if (!first) {
    const { orgId, ownerId } = yield* foundOrganization(context, { name: organizationName ?? name, ownerEmail: email, ownerName: name });
    return yield* personThere(context, orgId, ownerId);
  }
  yield* store.people.hold(first.id);
  const isUnnamed = others.length === 0 && (yield* findUnclaimed(store, first)) !== undefined;
  const owner = (yield* store.people.list(first.id)).find(({ role }) => role === 'owner');
  if (!owner) throw new Error(`organization ${first.id} has no owner`);
  if (isUnnamed && organizationName !== undefined) yield* store.organizations.rename(first.id, organizationName);
  const isNamed = owner.email !== unclaimedOwner || (yield* store.people.findByEmail(first.id, email)) !== undefined;
  if (isNamed) return owner;
  yield* store.tasks.readdress({ orgId: first.id, from: unclaimedOwner, to: email });
  return { ...owner, email, name };
}

function* personThere({ store }: ToolContext, orgId: string, id: string): Op<Person> {
  const person = yield* store.people.find(orgId, id);
  if (!person) throw new Error(`person ${id} was just created but does not exist`);
  return person;
}

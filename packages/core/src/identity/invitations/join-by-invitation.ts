import type { Account, Op, Person } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { newId } from '../../kernel/ids/ids.ts';
import { useLink } from '../links/links.ts';
import type { Invitation } from './invitations.ts';

/** Uses up an invitation, and holds the people of its organization. */
export function* useInvitation(context: ToolContext, { organization, link }: Invitation): Op<void> {
  yield* context.store.people.hold(organization.id);
  yield* useLink(context, link);
}

/** Binds the account to the person that the invitation names: an existing, a returning or a new one. */
export function* joinByInvitation(
  { store, now }: ToolContext,
  { organization, person, role, link }: Invitation,
  account: Account,
): Op<Person> {
  const { id: orgId } = organization;
  const other = yield* store.people.findByAccount(orgId, account.id);
  if (other) throw refusal('duplicate_name', `your account already belongs to ${organization.name}, as ${other.email}`);
  const { id: accountId, name } = account;
  if (person) {
    const joined = { ...person, role, name, removedAt: null, accountId };
    yield* store.people.update(joined);
    return joined;
  }
  const joined = { orgId, id: newId('person', now), email: link.email ?? '', name, role, createdAt: now, accountId };
  yield* store.people.create(joined);
  return { ...joined, removedAt: null };
}

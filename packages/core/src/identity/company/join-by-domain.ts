import type { Account, Op, Organization } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { newId } from '../../kernel/ids/ids.ts';
import type { CompanyClaims } from '../../kernel/ports/company-port.ts';
import { createAccount } from '../sign-in/create-account.ts';
import { addressOf, linkIdentity } from './company-identities.ts';
import { nameOf } from './company-name.ts';

/**
 * Creates an account for a person of the company, as a member of each organization whose owner allowed the domain of their verified
 * address. The address never links an existing account or person (D38). The caller holds the accounts.
 */
export function* joinByDomain(context: ToolContext, claims: CompanyClaims): Op<Account> {
  const { store, now } = context;
  const email = claims.isEmailVerified ? addressOf(claims) : undefined;
  if (email === undefined) throw unknownIdentity('');
  const allowing = yield* store.allowedDomains.organizationsOf(email.slice(email.lastIndexOf('@') + 1));
  if (allowing.length === 0) throw unknownIdentity('');
  if (yield* store.accounts.findByEmail(email)) throw unknownIdentity(`, and an account with the address ${email} already exists`);
  const open: Organization[] = [];
  for (const orgId of allowing) {
    yield* store.people.hold(orgId);
    const organization = yield* store.organizations.find(orgId);
    if (organization && !(yield* store.people.findByEmail(orgId, email))) open.push(organization);
  }
  if (open.length === 0) throw unknownIdentity(`, and ${email} was a person of the organization before`);
  const name = nameOf(claims, email);
  const account = yield* createAccount(context, { email, name, passwordHash: null });
  yield* linkIdentity(context, account, claims);
  for (const { id: orgId } of open)
    yield* store.people.create({ orgId, id: newId('person', now), email, name, role: 'member', createdAt: now, accountId: account.id });
  return account;
}

function unknownIdentity(detail: string) {
  return refusal(
    'company_identity_unknown',
    `no account is linked to this company identity${detail}: sign in with your password and link it under Account, or ask an owner for an invitation`,
  );
}

import { mayManage } from '@gatehouse/domain';
import type { Account, Link, Op, Person } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { GatewayError } from '../../kernel/errors/errors.ts';
import { badLink, findLinkOf } from './links.ts';

/**
 * Finds the account that a link resets. The conditions of its creation must still hold: its account may have joined another organization.
 */
export function* findReset(context: ToolContext, secret: string): Op<{ link: Link; account: Account }> {
  const link = yield* findLinkOf(context, 'reset', secret);
  return { link, account: yield* accountOfReset(context, link) };
}

export function* accountOfReset({ store }: ToolContext, link: Link): Op<Account> {
  const account = yield* store.accounts.find(link.accountId ?? '');
  if (!account) throw badLink('ended', 'is for an account that was deleted');
  if (link.orgId === null) return account;
  const maker = yield* store.people.find(link.orgId, link.createdBy ?? '');
  const owned = yield* store.people.findByAccount(link.orgId, account.id);
  const isAlone = (yield* store.accounts.memberships(account.id)).length === 1;
  if (!maker || !owned || !isAlone || !mayManage(maker.role, owned.role))
    throw badLink('ended', 'no longer works: its creator can no longer create such links');
  return account;
}

/**
 * Requires that the account belongs to this organization only. A reset gives access to it in every organization, so otherwise only the
 * operator may do that (D43).
 */
export function* requireOwnedHere(context: ToolContext, person: Person): Op<void> {
  if (!(yield* isOwnedHere(context, person))) throw belongsElsewhere(person);
}

export function* isOwnedHere({ store, caller }: ToolContext, { accountId }: Person): Op<boolean> {
  if (!caller.session || accountId === null) return true;
  return (yield* store.accounts.memberships(accountId)).length === 1;
}

export function belongsElsewhere({ email }: Person): GatewayError {
  return new GatewayError(
    'forbidden',
    `the account of ${email} also belongs to other organizations: only its owner, after signing in, or the operator of this gateway can do this`,
  );
}

import type { Account, Op } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { noSuchItem } from '../../kernel/context/no-such-item.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { whyNoPasskeys } from './passkey-site.ts';

/** Removes the passkeys and company identities of an account, except those to keep. Throws if the account lacks one to keep. */
export function* removeWaysIn({ store }: ToolContext, { id: accountId }: Account, kept: ReadonlySet<string>): Op<void> {
  const passkeys = yield* store.passkeys.list(accountId);
  const identities = yield* store.companyIdentities.list(accountId);
  const known = new Set([...passkeys, ...identities].map(({ id }) => id));
  if (!kept.isSubsetOf(known)) throw noSuchItem();
  for (const { id } of passkeys) if (!kept.has(id)) yield* store.passkeys.remove(accountId, id);
  for (const { id } of identities) if (!kept.has(id)) yield* store.companyIdentities.remove(accountId, id);
}

/** Refuses to remove the last sign-in method of an account that this gateway offers. The caller holds the accounts. */
export function* requireWayIn(context: ToolContext, account: Account): Op<void> {
  if (yield* hasWayIn(context, account)) return;
  throw refusal('last_sign_in', 'this is the last way to sign in to this account: choose a password, or add another way to sign in, first');
}

function* hasWayIn({ store, gateway }: ToolContext, { id, passwordHash }: Account): Op<boolean> {
  if (passwordHash !== null) return true;
  if (whyNoPasskeys(gateway.settings) === null && (yield* store.passkeys.list(id)).length > 0) return true;
  const identities = yield* store.companyIdentities.list(id);
  return identities.some(({ issuer }) => issuer === gateway.company?.issuer);
}

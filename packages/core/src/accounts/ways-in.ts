import type { Account, Op } from '@gatehouse/storage';
import type { ToolContext } from '../context.ts';
import { refusal } from '../errors.ts';
import { whyNoPasskeys } from './passkey-site.ts';

/** Refuses to leave an account without a way to sign in that this gateway offers. The accounts are held. */
export function* requireWayIn(context: ToolContext, account: Account): Op<void> {
  if (yield* hasWayIn(context, account)) return;
  throw refusal('last_sign_in', 'nobody could sign in to this account any more: choose a password, or add another way to sign in, first');
}

function* hasWayIn({ store, settings, company }: ToolContext, { id, passwordHash }: Account): Op<boolean> {
  if (passwordHash !== null) return true;
  if (whyNoPasskeys(settings) === null && (yield* store.passkeys.list(id)).length > 0) return true;
  const identities = yield* store.companyIdentities.list(id);
  return identities.some(({ issuer }) => issuer === company?.issuer);
}

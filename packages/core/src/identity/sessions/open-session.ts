import { maxSessionMs } from '@gatehouse/domain';
import type { Account, Op } from '@gatehouse/storage';
import type { z } from 'zod';
import type { CookieChanges, ToolContext } from '../../kernel/context/context.ts';
import { newId } from '../../kernel/ids/ids.ts';
import { label } from '../../kernel/log/activity-row.ts';
import { hashSecret, makeSecret } from '../secrets/secret.ts';
import { findTrustedDevice, trustedDeviceToken } from '../secrets/trusted-device.ts';
import { accountFields, membershipFields, type signedInShape } from './account-fields.ts';

/** Signs the browser of this call in. It replaces the browser's former session. */
export function* openSession(context: ToolContext, account: Account): Op<z.input<typeof signedInShape>> {
  const { store, caller, now, call, gateway } = context;
  const browser = browserOf(context);
  const token = makeSecret();
  const id = newId('session', now);
  if (caller.session) yield* store.sessions.end(caller.session.accountId, caller.session.id, now);
  yield* store.sessions.create({
    id,
    hash: hashSecret(token),
    accountId: account.id,
    client: label(caller.visit?.client),
    createdAt: now,
    seenAt: now,
    expiresAt: now + maxSessionMs,
  });
  browser.session = token;
  if (findTrustedDevice(gateway.settings, caller.visit?.browser, account.id) === undefined)
    browser.browser = trustedDeviceToken(gateway.settings, account.id);
  // Streams of the account's other sessions then check that their session is still valid.
  call.notes.itemType = 'account';
  call.notes.itemId = account.id;
  return yield* tellSignedIn(context, account);
}

/** Answer for a person who has signed in. The call is logged in each organization of the account. */
export function* tellSignedIn({ store, call: { notes } }: ToolContext, account: Account): Op<z.input<typeof signedInShape>> {
  const organizations = yield* store.accounts.memberships(account.id);
  notes.memberships = organizations;
  return { account: accountFields(account), organizations: organizations.map(membershipFields) };
}

/** Cookies of the call. These tools are called only by browsers: no other entrance has callers for them. */
export function browserOf({ call }: Pick<ToolContext, 'call'>): CookieChanges {
  const { browser } = call.effects;
  if (!browser) throw new Error('a tool for browsers was called without a browser');
  return browser;
}

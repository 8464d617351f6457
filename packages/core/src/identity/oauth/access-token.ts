import type { Op, Store } from '@gatehouse/storage';
import type { TokenCredential } from '../../kernel/context/context.ts';
import { unauthorized } from '../../kernel/errors/errors.ts';
import { hashSecret } from '../secrets/secret.ts';
import { secretForm } from '../secrets/secret-form.ts';

const prefix = 'gto_';
const form = secretForm(prefix);

/** Creates an access token for a client that a person signed in (D46). */
export const mintAccessToken = form.mint;

/** Grant of an access token: the hash of its key, and its expiry. */
export interface TokenKey {
  keyHash: Buffer;
  expiresAt: number;
}

const maxKnown = 10_000;
const knownOf = new WeakMap<Store, Map<string, TokenKey>>();

/**
 * Finds the grant of an access token. Throws `unauthorized` for an unknown or expired token. The result never changes, so the database is
 * asked once. The validity of the grant belongs to its key, and is checked at every call.
 */
export function* findTokenKey(store: Store, { token }: TokenCredential, now: number): Op<TokenKey> {
  const found = form.isWellFormed(token) ? yield* lookUp(store, hashSecret(token)) : undefined;
  if (!found) throw unauthorized('this access token is unknown; sign in again');
  if (found.expiresAt <= now) throw unauthorized('this access token has expired; refresh it');
  return found;
}

function* lookUp(store: Store, hash: Buffer): Op<TokenKey | undefined> {
  const known = knownOf.get(store) ?? new Map<string, TokenKey>();
  knownOf.set(store, known);
  const name = hash.toString('base64');
  const remembered = known.get(name);
  if (remembered) return remembered;
  const found = yield* store.oauthRecords.findTokenKey(hash);
  if (!found) return undefined;
  if (known.size >= maxKnown) known.clear();
  known.set(name, found);
  return found;
}

/** True if a bearer has the form of an access token, not of a key. */
export function isAccessToken(bearer: string): boolean {
  return bearer.startsWith(prefix);
}

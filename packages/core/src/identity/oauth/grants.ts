import { type AccessLevel, keyFault } from '@gatehouse/domain';
import type { Op, Store } from '@gatehouse/storage';
import { hashSecret } from '../secrets/secret.ts';

/** Consent of a person, while it is valid. */
export interface Grant {
  orgId: string;
  keyId: string;
  agentId: string;
  personId: string;
  clientId: string;
  accountId: string;
  access: AccessLevel;
  createdAt: number;
  /** Null if it lasts until it is ended. */
  expiresAt: number | null;
}

/** Identifier of a grant at the authorization server. */
export function grantId(orgId: string, keyId: string): string {
  return `${orgId}.${keyId}`;
}

export function readGrantId(id: string): { orgId: string; keyId: string } {
  const [orgId = '', keyId = ''] = id.split('.');
  return { orgId, keyId };
}

/** Hash of a grant's identifier. Identifiers of grants are not secret, but all record names are hashed. */
export function hashOfGrant(id: string): Buffer {
  return hashSecret(`grant ${id}`);
}

/** Finds a grant. Undefined if it was ended, has expired or lost its person: the row of its key decides, as at every call (D46). */
export function* findGrant(store: Store, id: string, now: number): Op<Grant | undefined> {
  const { orgId, keyId } = readGrantId(id);
  const record = yield* store.oauthRecords.find('grant', hashOfGrant(id));
  const key = record && (yield* store.keys.findOfPerson(orgId, keyId));
  if (!key || keyFault(key, now)) return undefined;
  const { clientId, accountId } = record.payload as { clientId: string; accountId: string };
  const { agentId, personId, access, createdAt, expiresAt } = key;
  return { orgId, keyId, agentId, personId, clientId, accountId, access, createdAt, expiresAt };
}

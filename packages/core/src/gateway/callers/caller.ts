import { actsForAll, type KeyFault, keyFault } from '@gatehouse/domain';
import type { Attribution, KeyOfPerson, Op, Slot, Store, Viewer } from '@gatehouse/storage';
import { hashKey, isGrant, isWellFormedKey } from '../../identity/keys/key.ts';
import { findTokenKey } from '../../identity/oauth/access-token.ts';
import { findSession, nobody, visitor } from '../../identity/sessions/session-caller.ts';
import type { Caller, Credential, KeyCredential, LimitedBy, Origin } from '../../kernel/context/context.ts';
import { levelOf } from '../../kernel/context/key-level.ts';
import { type GatewayError, unauthorized } from '../../kernel/errors/errors.ts';
import { traceIdOf } from '../../kernel/log/trace.ts';
import { sessionCallsPerMinute, windowMs } from '../limits/call-limit.ts';

/** A caller, and the slot that its call took of the limit of a key or session. */
export interface AdmittedCaller {
  caller: Caller;
  slot: Slot | undefined;
  /** Calls per minute that the limit allows. */
  callsPerMinute: number;
  /** Refusal of a known caller. */
  refusal?: GatewayError | undefined;
}

/**
 * Resolves the caller from the database at this instant, and takes one call of its key or session. Throws `unauthorized` (D1, D10, D12,
 * D13, D39). Other callers have no limit, so they have no slot.
 */
export function* admitCaller(store: Store, credential: Credential, callsPerMinute: number, now: number): Op<AdmittedCaller> {
  if (credential.type === 'key' || credential.type === 'token') {
    const hash = credential.type === 'key' ? hashOf(credential) : (yield* findTokenKey(store, credential, now)).keyHash;
    const { key, slot } = yield* store.admissions.take(hash, { calls: callsPerMinute, windowMs }, now);
    const caller = callerOfKey(key, now);
    if (!slot) throw new Error('a valid key got neither a call nor a refusal');
    return { caller, slot, callsPerMinute };
  }
  const { caller, refusal } = yield* findAnyCaller(store, credential, now);
  if (!caller.session) return { caller, slot: undefined, callsPerMinute, refusal };
  const limit = { calls: sessionCallsPerMinute, windowMs };
  const slot = yield* store.admissions.takeForSession(caller.session, limit, now);
  return { caller, slot, callsPerMinute: sessionCallsPerMinute, refusal };
}

/**
 * Resolves the caller without taking a call. Throws `unauthorized`, or `forbidden` for a session whose person does not belong to the
 * organization.
 */
export function* findCaller(store: Store, credential: Credential, now: number): Op<Caller> {
  const { caller, refusal } = yield* findAnyCaller(store, credential, now);
  if (refusal) throw refusal;
  return caller;
}

function* findAnyCaller(store: Store, credential: Credential, now: number): Op<Pick<AdmittedCaller, 'caller' | 'refusal'>> {
  switch (credential.type) {
    case 'key':
      return { caller: callerOfKey(yield* store.keys.findByHash(hashOf(credential)), now) };
    case 'token': {
      const { keyHash, expiresAt } = yield* findTokenKey(store, credential, now);
      const caller = callerOfKey(yield* store.keys.findByHash(keyHash), now);
      return { caller: { ...caller, tokenExpiresAt: expiresAt } };
    }
    case 'session':
      return yield* findSession(store, credential, now);
    case 'visitor':
      return { caller: visitor(credential.visit) };
    case 'person': {
      const person = yield* store.people.find(credential.orgId, credential.personId);
      if (!person) throw unauthorized('this person no longer belongs to the organization; sign in again');
      const { orgId, id: personId, role, name, email } = person;
      return { caller: { ...nobody, type: 'person', orgId, personId, role, person: { name, email } } };
    }
    case 'operator':
      return { caller: { ...nobody, type: 'operator', role: 'owner' } };
    default:
      return credential satisfies never;
  }
}

/** Resolves the caller of a stored key. Throws `unauthorized` if the key has expired or was revoked. */
export function* callerOfStoredKey(store: Store, orgId: string, keyId: string, now: number): Op<Caller> {
  return callerOfKey(yield* store.keys.findOfPerson(orgId, keyId), now);
}

function callerOfKey(found: KeyOfPerson | undefined, now: number): Caller {
  const fault = found ? keyFault(found, now) : 'unknown';
  // The holder of a key learns why it is invalid: the key itself is proof enough.
  if (!found || fault) throw unauthorized((found && isGrant(found) ? grantFaultMessage : keyFaultMessage)[fault ?? 'unknown']);
  const { role, personName, personEmail, ...key } = found;
  const person = { name: personName, email: personEmail };
  return { type: 'key', orgId: key.orgId, personId: key.personId, role, person, access: levelOf(key), key, session: null, visit: null };
}

/** Refuses what cannot be a key without a query (D10). */
function hashOf(credential: KeyCredential): Buffer {
  if (credential.hash) return credential.hash;
  const { key } = credential;
  if (!key) throw unauthorized('this call needs a key: send the header "Authorization: Bearer <key>"');
  if (!isWellFormedKey(key)) throw unauthorized('this is not a Gatehouse key: it was cut or mistyped; copy it again or create a new one');
  credential.hash = hashKey(key);
  return credential.hash;
}

const keyFaultMessage: Record<KeyFault, string> = {
  unknown: 'this key is unknown; create one under Agents → Connect agent → Program',
  revoked: 'this key was revoked; create a new one under Agents → Connect agent → Program',
  expired: 'this key has expired; create a new one under Agents → Connect agent → Program',
};

/** Messages for grants, which are opened by access tokens. // D46 */
const grantFaultMessage: Record<KeyFault, string> = {
  unknown: 'this sign-in is unknown; sign in again',
  revoked: 'this sign-in has ended; sign in again',
  expired: 'this sign-in has expired; sign in again',
};

/** View of the caller at a given time (D25), within the limits of its key (D49). */
export function viewerOf({ orgId, personId, role, key }: Pick<Caller, 'orgId' | 'personId' | 'role'> & LimitedBy, at: number): Viewer {
  return { orgId, personId: personId ?? '', seesAll: actsForAll({ role }), limits: key?.limits ?? null, agentId: key?.agentId, at };
}

/** Author of a change. // D29 */
export function attributionOf(caller: Caller, { origin, requestId }: { origin: Origin; requestId: string }): Attribution {
  const sdk = origin.sdk && (origin.sdk.version ? `${origin.sdk.name}/${origin.sdk.version}` : origin.sdk.name);
  return {
    personId: caller.personId,
    agentId: caller.key?.agentId ?? null,
    keyId: caller.key?.id ?? null,
    entrance: origin.entrance,
    sdk: sdk?.slice(0, 200) ?? null,
    agentName: null,
    requestId,
    traceId: origin.traceparent === undefined ? null : traceIdOf(origin.traceparent),
  };
}

import { actsForAll, type KeyFault, keyFault } from '@gatehouse/domain';
import type { Attribution, KeyOfPerson, Op, Slot, Store, Viewer } from '@gatehouse/storage';
import { hashKey, isGrant, isWellFormedKey } from '../../identity/keys/key.ts';
import { findTokenKey } from '../../identity/oauth/access-token.ts';
import { findSession, nobody, visitor } from '../../identity/sessions/session-caller.ts';
import type { Caller, Credential, KeyCredential, LimitedBy, Origin } from '../../kernel/context/context.ts';
import { type GatewayError, unauthorized } from '../../kernel/errors/errors.ts';
import { traceIdOf } from '../../kernel/log/trace.ts';
import { sessionCallsPerMinute, windowMs } from '../limits/call-limit.ts';

/** Who calls, and what was taken of the limit of a key or a session. */
export interface AdmittedCaller {
  caller: Caller;
  slot: Slot | undefined;
  /** How many calls a minute that limit allows. */
  callsPerMinute: number;
  /** Why a caller who is known may not call all the same. */
  refusal?: GatewayError | undefined;
}

/**
 * Finds out who calls, from the database and at this instant, and takes one of the calls of the key or the session; throws `unauthorized`
 * (D1, D10, D12, D13, D39). Nobody else has a limit: there is no slot without one.
 */
export function* admitCaller(store: Store, credential: Credential, callsPerMinute: number, now: number): Op<AdmittedCaller> {
  if (credential.type === 'key' || credential.type === 'token') {
    const hash = credential.type === 'key' ? hashOf(credential) : (yield* findTokenKey(store, credential, now)).keyHash;
    const { key, slot } = yield* store.admissions.take(hash, { calls: callsPerMinute, windowMs }, now);
    const caller = callerOfKey(key, now);
    if (!slot) throw new Error('a good key was given neither a call nor a refusal');
    return { caller, slot, callsPerMinute };
  }
  const { caller, refusal } = yield* findAnyCaller(store, credential, now);
  if (!caller.session) return { caller, slot: undefined, callsPerMinute, refusal };
  const limit = { calls: sessionCallsPerMinute, windowMs };
  const slot = yield* store.admissions.takeForSession(caller.session, limit, now);
  return { caller, slot, callsPerMinute: sessionCallsPerMinute, refusal };
}

/** Finds out who calls and takes nothing; throws `unauthorized`, or `forbidden` for a session of somebody who does not belong to the organization. */
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
      if (!person) throw unauthorized('this person does not belong to the organization any more; sign in again');
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
  // The holder of a key is told what is wrong with it: the key itself is proof enough.
  if (!found || fault) throw unauthorized((found && isGrant(found) ? grantFaultMessage : keyFaultMessage)[fault ?? 'unknown']);
  const { role, personName, personEmail, ...key } = found;
  const person = { name: personName, email: personEmail };
  return { type: 'key', orgId: key.orgId, personId: key.personId, role, person, access: key.access, key, session: null, visit: null };
}

/** Refuses what cannot be a key without a query (D10). */
function hashOf(credential: KeyCredential): Buffer {
  if (credential.hash) return credential.hash;
  const { key } = credential;
  if (!key) throw unauthorized('this call needs a key: send the header "Authorization: Bearer <key>"');
  if (!isWellFormedKey(key)) throw unauthorized('this is no Gatehouse key: it was cut or mistyped; copy it again or create a new one');
  credential.hash = hashKey(key);
  return credential.hash;
}

const keyFaultMessage: Record<KeyFault, string> = {
  unknown: 'this key is not known here; create one under Agents → Connect agent → Program',
  revoked: 'this key was revoked; create a new one under Agents → Connect agent → Program',
  expired: 'this key has expired; create a new one under Agents → Connect agent → Program',
};

/** Of a grant, which is opened by access tokens (D46). */
const grantFaultMessage: Record<KeyFault, string> = {
  unknown: 'this sign-in is not known here; sign in again',
  revoked: 'this sign-in was ended; sign in again',
  expired: 'this sign-in is over; sign in again',
};

/** What the caller may see (D25), within the limits of a key (D49). */
export function viewerOf({ orgId, personId, role, key }: Pick<Caller, 'orgId' | 'personId' | 'role'> & LimitedBy): Viewer {
  return { orgId, personId: personId ?? '', seesAll: actsForAll({ role }), limits: key?.limits ?? null, agentId: key?.agentId };
}

/** Who a change is put down to (D29). */
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

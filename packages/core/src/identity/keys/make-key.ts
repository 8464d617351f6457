import { mayGiveKeysOf, mayMakeKeysFor, scopesOf } from '@gatehouse/domain';
import type { Key, Op, Person } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { GatewayError, refusal } from '../../kernel/errors/errors.ts';
import { newId } from '../../kernel/ids/ids.ts';
import { refuseKeysOfOwners } from '../roles/roles.ts';
import { hashKey, keyPrefix, mintKey } from './key.ts';
import { keyExample, keyFields, keyShape } from './key-fields.ts';

/** Answer for a new key: the only one with its secret. */
export const madeKeyShape = keyShape.extend({ key: z.string() });

export const madeKeyExample: z.input<typeof madeKeyShape> = {
  ...keyExample,
  key: 'gth_4fGh7Kq2Vb9Xc1Zs3Dw5Ea7Rt9Yu1Io3Pa5Sd7Fg9Hj1K0aBcDe',
};

/** Refuses callers who may not create keys for this person, and keys for a removed person. */
export function* requireKeysFor(context: ToolContext, personId: string): Op<Person> {
  yield* refuseKeysOfOwners(context, personId);
  const person = yield* requirePresent(context, personId);
  if (!canCreateKeysFor(context, person)) {
    throw new GatewayError(
      'forbidden',
      `${person.email} has an account: only they can create and rotate keys for their agents, because a key sees what they see; you can revoke keys`,
    );
  }
  return person;
}

/**
 * True if the caller may create keys for a person. A key sees everything its person sees, private connections too. A person with an account
 * therefore creates them alone (D43). The operator's command line acts without a session and is exempt.
 */
export function canCreateKeysFor({ caller }: Pick<ToolContext, 'caller'>, { id, role, accountId }: KeyHolder): boolean {
  const person = { id, role, hasAccount: accountId !== null };
  return caller.session === null ? mayGiveKeysOf(caller, person) : mayMakeKeysFor(caller, person);
}

type KeyHolder = Pick<Person, 'id' | 'role' | 'accountId'>;

/** Returns the person if still present. A person who is added again must not find old keys, created during or after the removal. */
function* requirePresent({ store, viewer }: ToolContext, personId: string): Op<Person> {
  yield* store.people.hold(viewer.orgId);
  const person = yield* store.people.find(viewer.orgId, personId);
  if (person) return person;
  throw refusal('no_such_item', 'the owner of this agent was removed from the organization; add_person restores them');
}

/** Creates and stores a key, and notes it for the activity row. */
export function* makeKey(
  { store, viewer, now, call: { notes } }: ToolContext,
  given: Pick<Key, 'agentId' | 'personId' | 'name' | 'access' | 'limits' | 'search' | 'directTools' | 'expiresAt'>,
): Op<z.input<typeof madeKeyShape>> {
  const key = mintKey();
  const stored = {
    ...given,
    orgId: viewer.orgId,
    id: newId('key', now),
    prefix: keyPrefix(key),
    scopes: scopesOf[given.access],
    createdAt: now,
  };
  yield* store.keys.create({ ...stored, hash: hashKey(key) });
  notes.itemType = 'key';
  notes.itemId = stored.id;
  return { key, ...keyFields({ ...stored, revokedAt: null, lastUsedAt: null, replacedBy: null }) };
}

import { actsForAll, mayGiveKeysOf, mayManage } from '@gatehouse/domain';
import type { Op, Person, Store } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { GatewayError, refusal } from '../../kernel/errors/errors.ts';

/** Refuses an action on a person whom the caller may not manage. */
export function requireManaged({ caller }: Pick<ToolContext, 'caller'>, { email, role }: Pick<Person, 'email' | 'role'>): void {
  if (!mayManage(caller.role, role)) throw new GatewayError('forbidden', `${email} is ${role}: only an owner can do this; ask one of them`);
}

/** Person whose agents and keys a list shows: a member's own. Undefined shows those of all people, to owners and admins. */
export function ownOnly({ caller, viewer }: ToolContext): string | undefined {
  return actsForAll(caller) ? undefined : viewer.personId;
}

/**
 * Refuses keys and agents of owners to others. An admin must not act as an owner through a key of the owner's agent: only owners give out
 * keys that act for owners.
 */
export function* refuseKeysOfOwners({ store, caller, viewer }: ToolContext, personId: string): Op<void> {
  if (caller.personId === personId) return;
  const person = yield* store.people.find(viewer.orgId, personId);
  if (person && !mayGiveKeysOf(caller, person))
    throw new GatewayError('forbidden', 'only owners can create, change and remove agents and keys that act for an owner; ask one of them');
}

export function onlyOwnersMakeOwners({ caller }: ToolContext, role: Person['role']): void {
  if (!mayManage(caller.role, role)) throw new GatewayError('forbidden', 'only an owner can make another person an owner; ask one of them');
}

export function* refuseLastOwner({ store, caller }: ToolContext, person: Person): Op<void> {
  if (caller.role !== 'owner') throw new GatewayError('forbidden', 'only an owner can change or remove an owner; ask one of them');
  yield* requireAnotherOwner(store, person);
}

/** Refuses to remove the last owner, or to lower their role. The caller holds the people of the organization. */
export function* requireAnotherOwner(store: Store, { orgId, id, email, role }: Person): Op<void> {
  if (role !== 'owner') return;
  const people = yield* store.people.list(orgId);
  if (people.some((other) => other.role === 'owner' && other.id !== id)) return;
  throw refusal('last_owner', `${email} is the last owner: make another person an owner first`);
}

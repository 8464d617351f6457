import type { Op, Person } from '@gatehouse/storage';
import type { Caller, ToolContext } from '../context.ts';
import { GatewayError, refusal } from '../errors.ts';

/** Owners and admins see everything of the organization and act for everybody in it; members act for themselves (D12, D25). */
export function actsForAll({ role }: Pick<Caller, 'role'>): boolean {
  return role !== 'member';
}

/** Whether the caller may use and change what belongs to this person: their agents, keys and folders. */
export function mayActFor({ caller }: ToolContext, personId: string): boolean {
  return actsForAll(caller) || caller.personId === personId;
}

/** An admin must not come to act as an owner by a key of the owner's agent: only owners give out keys that act for owners. */
export function* refuseKeysOfOwners({ store, caller, viewer }: ToolContext, personId: string): Op<void> {
  if (caller.role === 'owner' || caller.personId === personId) return;
  const person = yield* store.people.find(viewer.orgId, personId);
  if (person?.role === 'owner')
    throw new GatewayError('forbidden', 'only owners create agents and keys that act for an owner; ask one of them');
}

export function onlyOwnersMakeOwners({ caller }: ToolContext, role: Person['role']): void {
  if (role === 'owner' && caller.role !== 'owner')
    throw new GatewayError('forbidden', 'only an owner can make somebody an owner; ask one of them');
}

export function* refuseLastOwner(context: ToolContext, person: Person): Op<void> {
  if (context.caller.role !== 'owner') throw new GatewayError('forbidden', 'only an owner can change or remove an owner; ask one of them');
  const people = yield* context.store.people.list(context.viewer.orgId);
  if (people.some(({ id, role }) => role === 'owner' && id !== person.id)) return;
  throw refusal('last_owner', `${person.email} is the last owner: make somebody else an owner first`);
}

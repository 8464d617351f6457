import type { Role } from './vocabulary.ts';

/** Who does something in an organization; the operator is no person. */
interface Actor {
  role: Role;
  personId: string | null;
}

/** Owners and admins see everything in the organization and act for everyone in it; members act for themselves (D12, D25). */
export function actsForAll({ role }: { role: Role }): boolean {
  return role !== 'member';
}

/**
 * Whether people with one role can change and remove those with another, and what belongs to them: owners all, admins all but
 * owners (D43). The same roles are theirs to give.
 */
export function mayManage(role: Role, other: Role): boolean {
  return role === 'owner' || (role === 'admin' && other !== 'owner');
}

/** Whether a person can use and change what belongs to another one: their agents, keys and folders. An admin never acts as an owner. */
export function mayActFor(actor: Actor, personId: string): boolean {
  return actsForAll(actor) || actor.personId === personId;
}

/** Owners alone export the organization, and decide who joins by themselves and which clients sign in. */
export function ownsOrganization({ role }: { role: Role }): boolean {
  return role === 'owner';
}

/** Whether somebody can give out keys that act for a person, and change their agents. Else an admin came to act as an owner. */
export function mayGiveKeysOf(actor: Actor, person: { id: string; role: Role }): boolean {
  return actor.personId === person.id || mayManage(actor.role, person.role);
}

/** Whether somebody signed in can make keys for the agents of a person, whose account, once there is one, makes them alone (D43). */
export function mayMakeKeysFor(actor: Actor, person: { id: string; role: Role; hasAccount: boolean }): boolean {
  return actor.personId === person.id || (!person.hasAccount && mayGiveKeysOf(actor, person));
}

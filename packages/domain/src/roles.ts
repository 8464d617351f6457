import type { Role } from './vocabulary.ts';

/** An actor in an organization. The operator has no person. */
interface Actor {
  role: Role;
  personId: string | null;
}

/**
 * True for owners and admins: they see everything in the organization and act for everyone in it. Members act for themselves (D12, D25).
 */
export function actsForAll({ role }: { role: Role }): boolean {
  return role !== 'member';
}

/**
 * True if people with one role can change and remove those with another, and their property: owners all, admins all except owners (D43).
 * They can also give the same roles.
 */
export function mayManage(role: Role, other: Role): boolean {
  return role === 'owner' || (role === 'admin' && other !== 'owner');
}

/**
 * True if an actor can see and change the property of a person: agents, keys and folders. Changing an agent or creating a key
 * also needs `mayGiveKeysOf`.
 */
export function mayActFor(actor: Actor, personId: string): boolean {
  return actsForAll(actor) || actor.personId === personId;
}

/** True for owners. Only they export the organization, and decide about automatic joining and allowed clients. */
export function ownsOrganization({ role }: { role: Role }): boolean {
  return role === 'owner';
}

/**
 * True if an actor can create keys that act for a person, and change the person's agents. Without this rule, an admin could act as an
 * owner.
 */
export function mayGiveKeysOf(actor: Actor, person: { id: string; role: Role }): boolean {
  return actor.personId === person.id || mayManage(actor.role, person.role);
}

/** True if a signed-in person can create keys for the agents of another person. A person with an account creates them alone (D43). */
export function mayMakeKeysFor(actor: Actor, person: { id: string; role: Role; hasAccount: boolean }): boolean {
  return actor.personId === person.id || (!person.hasAccount && mayGiveKeysOf(actor, person));
}

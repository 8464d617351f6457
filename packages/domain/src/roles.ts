import type { Role } from './vocabulary.ts';

/** Owners and admins see everything in the organization and act for everyone in it; members act for themselves (D12, D25). */
export function actsForAll({ role }: { role: Role }): boolean {
  return role !== 'member';
}

/** Whether people with one role can change and remove those with another, and what belongs to them: owners all, admins all but owners (D43). */
export function mayManage(role: Role, other: Role): boolean {
  return role === 'owner' || (role === 'admin' && other !== 'owner');
}

/** Whether a person can use and change what belongs to another one: their agents, keys and folders. An admin never acts as an owner. */
export function mayActFor(actor: { role: Role; personId: string | null }, personId: string): boolean {
  return actsForAll(actor) || actor.personId === personId;
}

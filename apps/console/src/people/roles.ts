import type { Membership } from '../session/membership.ts';

export type Role = Membership['role'];

export const roleNames: Record<Role, string> = { owner: 'Owner', admin: 'Admin', member: 'Member' };

const words: Record<Role, string> = {
  owner: 'Owner: full access',
  admin: 'Admin: full access except to owners',
  member: 'Member: the workspace and their own agents',
};

/** The roles that somebody of this role can give. */
export function rolesGivenBy(role: Role): { value: Role; label: string }[] {
  const given: Role[] = role === 'owner' ? ['member', 'admin', 'owner'] : ['member', 'admin'];
  return given.map((value) => ({ value, label: words[value] }));
}

import type { Membership } from '../session/membership.ts';

export type Role = Membership['role'];

const words: Record<Role, string> = {
  owner: 'Owner: everything',
  admin: 'Admin: everything but owners',
  member: 'Member: the workspace, their own agents and keys',
};

/** The roles that somebody of this role can give. */
export function rolesGivenBy(role: Role): { value: Role; label: string }[] {
  const given: Role[] = role === 'owner' ? ['member', 'admin', 'owner'] : ['member', 'admin'];
  return given.map((value) => ({ value, label: words[value] }));
}

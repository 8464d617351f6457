import { mayManage, type Role, roles } from '@gatehouse/domain';

export const roleNames: Record<Role, string> = { owner: 'Owner', admin: 'Admin', member: 'Member' };

const words: Record<Role, string> = {
  owner: 'Owner: full access',
  admin: 'Admin: full access except to owners',
  member: 'Member: the workspace and their own agents',
};

/** Roles that a person with this role can give, the lowest first. */
export function rolesGivenBy(role: Role): { value: Role; label: string }[] {
  const given = roles.filter((other) => mayManage(role, other)).toReversed();
  return given.map((value) => ({ value, label: words[value] }));
}

import { mayManage, type Role, roles } from '@gatehouse/domain';
import { roles as strings } from '../strings.ts';

export const roleNames: Record<Role, string> = strings.roleNames;

const words: Record<Role, string> = strings.words;

/** The roles that somebody of this role can give, the least first. */
export function rolesGivenBy(role: Role): { value: Role; label: string }[] {
  const given = roles.filter((other) => mayManage(role, other)).toReversed();
  return given.map((value) => ({ value, label: words[value] }));
}

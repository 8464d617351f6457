import type { Membership } from '../../kernel/membership/membership.ts';
import { roles as strings } from '../strings.ts';

export type Role = Membership['role'];

export const roleNames: Record<Role, string> = strings.roleNames;

const words: Record<Role, string> = strings.words;

/** The roles that somebody of this role can give. */
export function rolesGivenBy(role: Role): { value: Role; label: string }[] {
  const given: Role[] = role === 'owner' ? ['member', 'admin', 'owner'] : ['member', 'admin'];
  return given.map((value) => ({ value, label: words[value] }));
}

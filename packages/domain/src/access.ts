import type { AccessLevel } from './vocabulary.ts';

/** The scopes of each access level, in the order whoami shows them (D11). */
export const scopesOf: Record<AccessLevel, string[]> = {
  read: ['workspace:read', 'services:read'],
  write: ['workspace:read', 'services:read', 'workspace:write', 'services:write'],
};

/** Write includes read (D11). */
export function allows(held: AccessLevel, needed: AccessLevel): boolean {
  return needed === 'read' || held === 'write';
}

import type { AccessLevel } from './vocabulary.ts';

/** Scopes of each access level, in the order that whoami shows (D11). */
export const scopesOf: Record<AccessLevel, string[]> = {
  read: ['workspace:read', 'services:read'],
  write: ['workspace:read', 'services:read', 'workspace:write', 'services:write'],
};

/** True if access covers the needed level: write includes read (D11). */
export function allows(held: AccessLevel, needed: AccessLevel): boolean {
  return needed === 'read' || held === 'write';
}

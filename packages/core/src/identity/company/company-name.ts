import { cleanName, maxPersonName } from '@gatehouse/domain';
import type { CompanyClaims } from '../../kernel/ports/company-port.ts';

/** What the company calls somebody, where that is a name by our rules (D16). */
export function nameOf({ name }: Pick<CompanyClaims, 'name'>, otherwise: string): string {
  const clean = name === null ? undefined : cleanName(name, { argument: 'name', maximum: maxPersonName });
  return clean?.ok ? clean.name : otherwise;
}

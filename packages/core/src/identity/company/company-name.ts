import { cleanName, maxPersonName } from '@gatehouse/domain';
import type { CompanyClaims } from '../../kernel/ports/company-port.ts';

/** Name from the company's claims, if it is a valid name here (D16). */
export function nameOf({ name }: Pick<CompanyClaims, 'name'>, otherwise: string): string {
  const clean = name === null ? undefined : cleanName(name, { argument: 'name', maximum: maxPersonName });
  return clean?.ok ? clean.name : otherwise;
}

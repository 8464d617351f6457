import { budgets } from '@gatehouse/domain';
import { createPrincipalQuotas, type PrincipalQuotas } from './principal.ts';

/** Quotas of open streams, shared by all entrances. Neither a key nor an address can have more than a quarter. // D51 */
export function createStreamPlaces(places: number = budgets.streams.places): PrincipalQuotas {
  return createPrincipalQuotas('streams', { places });
}

import { createPrincipalQuotas, type PrincipalQuotas } from './principal.ts';

/** Each takes some 50 KB. */
const standardPlaces = 4000;

/** Places of streams that stay open, of all entrances together: neither a key nor an address can have more than a quarter (D51). */
export function createStreamPlaces(places = standardPlaces): PrincipalQuotas {
  return createPrincipalQuotas({ places });
}

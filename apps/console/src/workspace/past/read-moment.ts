/** Reads from the address the moment that a page is shown of; what is none is left out. */
export function readMoment(asOf: unknown): { asOf?: number } {
  return typeof asOf === 'number' && Number.isSafeInteger(asOf) && asOf >= 0 ? { asOf } : {};
}

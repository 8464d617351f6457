/** Reads the moment of a page from its address. Drops invalid values. */
export function readMoment(asOf: unknown): { asOf?: number } {
  return typeof asOf === 'number' && Number.isSafeInteger(asOf) && asOf >= 0 ? { asOf } : {};
}

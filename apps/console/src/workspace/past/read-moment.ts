/** Reads the moment of a page from its address. Drops invalid values and the future, of which only the present can be shown. */
export function readMoment(asOf: unknown): { asOf?: number } {
  return typeof asOf === 'number' && Number.isSafeInteger(asOf) && asOf >= 0 && asOf <= Date.now() ? { asOf } : {};
}

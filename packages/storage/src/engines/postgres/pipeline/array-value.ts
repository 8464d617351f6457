/** Text of an array of identifiers or numbers. Its elements need no quotes. */
export function arrayValue(elements: readonly (string | number)[]): string {
  return `{${elements.join()}}`;
}

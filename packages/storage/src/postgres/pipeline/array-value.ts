/** The text of an array of identifiers or numbers, in which nothing needs to be quoted. */
export function arrayValue(elements: readonly (string | number)[]): string {
  return `{${elements.join()}}`;
}

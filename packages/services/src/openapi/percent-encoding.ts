/** Everything is encoded that has a meaning in an address: what RFC 6570 does with a value. */
export function encodeValue(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(/[!'()*]/g, hexOf);
}

/**
 * The same with reserved characters left as they are, and what is encoded already (`allowReserved`). Those stay encoded that an address or
 * a query cannot have in a value: `#[]` and `&=+` (OpenAPI 3.1.1, Appendix C); in a path, what would end it.
 */
export function encodeReserved(text: string, place: 'query' | 'path' = 'query'): string {
  const encoded = text
    .toWellFormed()
    .replaceAll(/%(?![\da-fA-F]{2})/g, '%25')
    .replaceAll(/[^\w.~:/?#[\]@!$&'()*+,;=%-]+/g, encodeURIComponent);
  return encoded.replaceAll(place === 'query' ? /[#[\]&=+]/g : /[?#[\]]/g, hexOf);
}

/** As the fields of a form on a page are encoded. */
export function encodeField(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1);
}

/** The name of a pair of a query, as a reader of the query decodes it. */
export function nameOfPair(pair: string): string {
  return [...new URLSearchParams(pair).keys()][0] ?? '';
}

function hexOf(letter: string): string {
  return `%${letter.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}

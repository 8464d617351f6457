/** Encodes all characters with a meaning in addresses, as RFC 6570 does for values. */
export function encodeValue(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(/[!'()*]/g, hexOf);
}

/**
 * Encodes a value, but keeps reserved characters and existing escapes (`allowReserved`). Characters that a value in a query cannot contain
 * are encoded: `#[]` and `&=+` (OpenAPI 3.1.1, Appendix C). In a path, characters that would end it are encoded.
 */
export function encodeReserved(text: string, place: 'query' | 'path' = 'query'): string {
  const encoded = text
    .toWellFormed()
    .replaceAll(/%(?![\da-fA-F]{2})/g, '%25')
    .replaceAll(/[^\w.~:/?#[\]@!$&'()*+,;=%-]+/g, encodeURIComponent);
  return encoded.replaceAll(place === 'query' ? /[#[\]&=+]/g : /[?#[\]]/g, hexOf);
}

/** Encodes text as the fields of a web form are encoded. */
export function encodeField(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1);
}

/** The name of a query pair, decoded as a reader of the query does. */
export function nameOfPair(pair: string): string {
  return [...new URLSearchParams(pair).keys()][0] ?? '';
}

function hexOf(letter: string): string {
  return `%${letter.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}

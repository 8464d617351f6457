import fc from 'fast-check';

const pieces = [
  ...['a', 'a', 'b', 'ab', 'A', 'é', 'e\u0301', 'É', 'ß', 'ẞ', 's', 'ſ', 'K', 'K', 'Σ', 'ς', 'İ', 'ı'],
  ...['\n', '\n', '\r\n', '\r\n', '\r', '\u2028', '\u0085', ' ', '\t', '\ufeff'],
  ...['“', '”', '"', '’', "'", '$&', '$1', '$`', '\\', '.', '12\t', '3: ', '  4→'],
  ...['😀', '👩‍👧', '𐐀', '𐐨', '\u{1f1e9}'],
];
const mixedText = fc.array(fc.constantFrom(...pieces), { maxLength: 24 }).map((parts) => parts.join(''));

/**
 * Short texts for property tests with difficult parts: every line ending, folding letters, surrogate pairs, `$&`. A third of them use only
 * CRLF.
 */
export const arbitraryText = fc.oneof(
  mixedText,
  mixedText.map((text) => text.replace(/\r?\n/g, '\r\n')),
  mixedText.map((text) => text.replaceAll('\r', '')),
);

/** A text, and a non-empty part of it that splits no surrogate pair. */
export const arbitraryTextWithPart = fc
  .tuple(arbitraryText, fc.nat(), fc.nat())
  .filter(([text]) => text !== '')
  .map(([text, from, size]) => {
    const characters = [...text];
    const start = from % characters.length;
    return { text, part: characters.slice(start, start + 1 + (size % Math.min(8, characters.length - start))).join('') };
  });

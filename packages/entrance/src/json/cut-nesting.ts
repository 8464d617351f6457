export const deepestNesting = 64;

const quote = 0x22;
const backslash = 0x5c;
/** Past so many bytes of one string, looking for its end natively is the faster way. */
const shortString = 64;

/**
 * Whether JSON in UTF-8 opens more than 64 arrays and objects within each other (D3), told without parsing it and in linear
 * time. What is no JSON gets some answer: the parser refuses it after this.
 */
export function isNestedTooDeep(bytes: Buffer): boolean {
  if (bytes.length <= deepestNesting) return false;
  let depth = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (byte === quote) at = findStringEnd(bytes, at + 1);
    // { and [ differ from } and ] in two bits; 0x20 is the one that folds brackets into braces.
    else if ((byte | 0x20) === 0x7b) {
      if (++depth > deepestNesting) return true;
    } else if ((byte | 0x20) === 0x7d) depth--;
  }
  return false;
}

/** The index of the quote that ends a string, or the length where none does. */
function findStringEnd(bytes: Buffer, start: number): number {
  const near = Math.min(start + shortString, bytes.length);
  let at = start;
  for (; at < near; at++) {
    const byte = bytes[at];
    if (byte === quote) return at;
    if (byte === backslash) at++;
  }
  let from = at;
  for (;;) {
    const end = bytes.indexOf(quote, from);
    if (end === -1) return bytes.length;
    if (countBackslashes(bytes, at, end) % 2 === 0) return end;
    from = end + 1;
  }
}

/** How many backslashes stand right before `end`, looking back to `start` at most. */
function countBackslashes(bytes: Buffer, start: number, end: number): number {
  let count = 0;
  while (end - count > start && bytes[end - count - 1] === backslash) count++;
  return count;
}

const quote = 0x22;
const backslash = 0x5c;
const space = 0x20;
const zero = 0x30;
/** Number of bytes of a string after which a native search for its end is faster. */
const shortString = 64;

/**
 * Replaces everything nested deeper than a number of levels by `0`, so that the parsed value can be walked safely. Takes linear time, and
 * copies only if something is that deep. Invalid JSON stays invalid.
 */
export function cutNesting(bytes: Buffer, levels: number): Buffer {
  if (bytes.length <= levels) return bytes;
  let cut: Buffer | undefined;
  let depth = 0;
  let start = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === quote) at = findStringEnd(bytes, at + 1);
    // { and [ differ from } and ] in two bits; 0x20 is the one that folds brackets into braces.
    else if ((byte | 0x20) === 0x7b) {
      if (depth++ === levels) start = at;
    } else if ((byte | 0x20) === 0x7d && --depth === levels) {
      cut = blank((cut ??= Buffer.from(bytes)), start, at + 1);
    }
  }
  return depth > levels ? blank((cut ??= Buffer.from(bytes)), start, bytes.length) : (cut ?? bytes);
}

function blank(bytes: Buffer, start: number, end: number): Buffer {
  bytes.fill(space, start, end);
  bytes[start] = zero;
  return bytes;
}

/** The index of the quote that ends a string, or the length if the string does not end. */
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

/** Number of backslashes directly before `end`, counted back to `start` at most. */
function countBackslashes(bytes: Buffer, start: number, end: number): number {
  let count = 0;
  while (end - count > start && bytes[end - count - 1] === backslash) count++;
  return count;
}

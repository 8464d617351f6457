export type LineEnding = '\n' | '\r\n';

/**
 * Line ending of a text. A text with both endings is split at `\n` only, so that each `\r` stays in place and the joined lines equal the
 * text byte for byte.
 */
export function lineEndingOf(text: string): LineEnding {
  return text.includes('\r\n') && !/(?<!\r)\n/.test(text) ? '\r\n' : '\n';
}

/** Converts rising offsets of a text to positions in an editor, which counts each ending as one. */
export function placeInEditor(text: string, ending: LineEnding): (offset: number) => number {
  if (ending === '\n') return (offset) => offset;
  let counted = 0;
  let at = 0;
  return (offset) => {
    for (let next = text.indexOf('\r\n', at); next >= 0 && next < offset; next = text.indexOf('\r\n', at)) {
      counted++;
      at = next + 2;
    }
    return offset - counted;
  };
}

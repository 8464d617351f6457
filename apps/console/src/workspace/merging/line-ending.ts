export type LineEnding = '\n' | '\r\n';

/**
 * What ends the lines of a text. A text whose lines end in both ways is read by `\n` alone, so that each `\r` stays where it is: joined again,
 * the lines are the text byte for byte.
 */
export function lineEndingOf(text: string): LineEnding {
  return text.includes('\r\n') && !/(?<!\r)\n/.test(text) ? '\r\n' : '\n';
}

/** Where offsets of a text, which must rise, are in an editor, which counts each ending as one. */
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

/**
 * A text as it stands in SQLite's index, and as it is looked for there. The index takes U+FFFE and U+FFFF for U+FFFD, and no character
 * comes behind U+10FFFF to end a range of terms. So these are written as pairs of characters that are written as pairs themselves:
 * one of the first three followed by one of the others, which never stand alone and never in another order.
 */
export function indexedText(text: string): string {
  return text.replaceAll(rewritten, (character) => pairs.get(character) as string);
}

/** Whether a text does not stand in the index as it is. */
export function isRewritten(text: string): boolean {
  return text.search(rewritten) >= 0;
}

const firsts = ['\u{fdd0}', '\u{fdd1}', '\u{fdd2}'];
const seconds = ['\u{fdd3}', '\u{fdd4}', '\u{fdd5}'];
const pairs = new Map(
  ['\u{fffe}', '\u{ffff}', '\u{10ffff}', ...firsts, ...seconds].map((character, index) => [
    character,
    `${firsts[Math.floor(index / 3)]}${seconds[index % 3]}`,
  ]),
);
const rewritten = new RegExp(`[${[...pairs.keys()].join('')}]`, 'gu');

/**
 * Encodes a text for SQLite's index and for queries on it. The index reads U+FFFE and U+FFFF as U+FFFD, and U+10FFFF has no successor to
 * end a range of terms. These three become pairs of noncharacters, one from `firsts` and one from `seconds`. The noncharacters themselves
 * become pairs too, so they never stand alone or in another order.
 */
export function indexedText(text: string): string {
  return text.replaceAll(rewritten, (character) => pairs.get(character) as string);
}

/** True if the index contains this text in an encoded form. */
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

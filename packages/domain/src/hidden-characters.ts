import type { Foreign } from './foreign.ts';
import { joinersInWords } from './joiners.ts';

/** A character that models read but people do not see. Line and column begin at 1; a column is a code point. */
export interface HiddenCharacter {
  /** Code point in the form `U+200B`. */
  code: string;
  line: number;
  column: number;
}

/** All hidden characters of a text, with the places of the first ones. */
export interface HiddenCharacters {
  count: number;
  first: HiddenCharacter[];
}

const maxPlaces = 10;

/**
 * Finds zero-width, bidirectional, tag and control characters, variation selectors and unpaired surrogates, unless they spell a word or an
 * emoji. Undefined if there are none.
 */
export function findHiddenCharacters(text: Foreign): HiddenCharacters | undefined {
  if (!hidden.test(text)) return undefined;
  const visible = withoutSpelling(text);
  const first: HiddenCharacter[] = [];
  let count = 0;
  let read = 0;
  let line = 1;
  let column = 1;
  for (const { 0: character, index } of visible.matchAll(everyHidden)) {
    count += 1;
    if (first.length === maxPlaces) continue;
    for (const passed of text.slice(read, index)) {
      column = passed === '\n' ? 1 : column + 1;
      if (passed === '\n') line += 1;
    }
    read = index;
    first.push({ code: codeOf(character), line, column });
  }
  return count === 0 ? undefined : { count, first };
}

/** Describes the characters and their places in words, for models and the command line. */
export function describeHiddenCharacters(hidden: HiddenCharacters): string {
  return `${hidden.count} hidden ${hidden.count === 1 ? 'character' : 'characters'}: ${placesOfHiddenCharacters(hidden)}`;
}

/** Describes only their places. */
export function placesOfHiddenCharacters({ count, first }: HiddenCharacters): string {
  const places = first.map(({ code, line, column }) => `${code} at line ${line}, character ${column}`);
  return [...places, ...(count > first.length ? [`${count - first.length} more`] : [])].join('; ');
}

/** Spells out each hidden character of a text, as in `a{U+200B}b`. */
export function spellHiddenCharacters(text: Foreign): string {
  return replaceHiddenCharacters(text, (character) => `{${codeOf(character)}}`);
}

/** Replaces each hidden character. Those that spell words and emoji are not hidden. */
export function replaceHiddenCharacters(text: Foreign, replace: (character: string) => string): string {
  if (!hidden.test(text)) return text;
  const parts: string[] = [];
  let read = 0;
  for (const { 0: character, index } of withoutSpelling(text).matchAll(everyHidden)) {
    parts.push(text.slice(read, index), replace(character));
    read = index + character.length;
  }
  return parts.join('') + text.slice(read);
}

/** Replaces characters that spell words and emoji, each part of it by one that is visible. */
function withoutSpelling(text: string): string {
  return text.replaceAll(spelling, (found) => '-'.repeat(found.length));
}

/** Signs of Arabic, Syriac and Kaithi numbers, and joints of hieroglyphs: format characters that have a shape. */
const shaped = String.raw`[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}\u{13430}-\u{13440}\u{13455}]`;
const hiddenClass = String.raw`[[\p{Cc}--[\t\n\r]][\p{Cf}--${shaped}]\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]`;
const hidden = new RegExp(hiddenClass, 'v');
const everyHidden = new RegExp(hiddenClass, 'gv');

/**
 * Joiners, tags and selectors that spell something. A second selector after the first spells nothing. Unlike in names, sequences of emoji
 * need not be in the list of Unicode: looking each up takes seconds in a long text.
 */
const spelling = new RegExp(
  [
    joinersInWords,
    String.raw`^\ufeff`,
    String.raw`(?<=\u{1f3f4})\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}`,
    String.raw`(?<=[\p{Emoji}--\p{ASCII}])[\ufe0e\ufe0f]`,
    String.raw`(?<=[0-9#*])\ufe0f(?=\u20e3)`,
    String.raw`(?<=\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)\u200d(?=\p{Extended_Pictographic})`,
    String.raw`(?<=\p{Script=Han})[\ufe00-\ufe02\u{e0100}-\u{e01ef}]`,
    String.raw`(?<=[\p{Sm}\p{Script=Myanmar}\p{Script=Phags_Pa}])\ufe00`,
    String.raw`(?<=\p{Script=Mongolian})[\u180b-\u180f]`,
    String.raw`(?<=[\u2801-\u28ff])\u2800|\u2800(?=[\u2801-\u28ff])`,
  ].join('|'),
  'gv',
);

function codeOf(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}

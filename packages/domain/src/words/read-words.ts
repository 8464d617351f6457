import { stem } from 'porter2';
import type { Foreign } from '../foreign.ts';

/** One word of a text, or one pair of characters of a script without spaces. */
export interface FoundWord {
  /** Forms for comparing: without case, accents and English ending. A word with `_ - . /` comes first whole, then in parts. */
  terms: readonly string[];
  isPair: boolean;
  /** Index in the text, in UTF-16 units. */
  start: number;
  end: number;
}

/** Maximum letters that are compared. Longer words are compared by their beginning. */
const maxLength = 64;
/** Maximum run of marks that is read at a time: composing characters takes quadratic time. */
const maxRun = 256;

/**
 * Calls `visit` for each word of a text that begins at or after `from` and before `until`, in linear time. Returns the beginning of the
 * next part of a long text.
 */
export function readWords(text: Foreign, visit: (word: FoundWord) => void, from = 0, until: number = text.length): number {
  let at = from;
  while (at < until) {
    const kind = kindAt(text, at);
    if (kind === separator) at += widthAt(text, at);
    else if (kind === unspaced) at = readPairs(text, at, visit);
    else at = readWord(text, at, visit);
  }
  return at;
}

/** Reads a word with the words that are joined to it, and returns its end. */
function readWord(text: string, start: number, visit: (word: FoundWord) => void): number {
  let end = endOfRun(text, start, letter);
  if (isPossessive(text, start, end)) return end;
  let isJoined = false;
  while (isJoiner(text.charCodeAt(end)) && end + 1 < text.length && kindAt(text, end + 1) === letter) {
    isJoined = true;
    end = endOfRun(text, end + 1, letter);
  }
  const terms = termsOf(text.slice(start, end), isJoined);
  if (terms.length > 0) visit({ terms, isPair: false, start, end });
  return end;
}

/** True for the `s` in `the reader's`. */
function isPossessive(text: string, start: number, end: number): boolean {
  const isS = end === start + 1 && (text[start] === 's' || text[start] === 'S');
  return isS && (text[start - 1] === "'" || text[start - 1] === '’');
}

/** Reads a run of characters of a script without spaces as pairs, and returns its end. A single character is its own pair. */
function readPairs(text: string, start: number, visit: (word: FoundWord) => void): number {
  const end = Math.min(endOfRun(text, start, unspaced), start + maxRun);
  const characters = [...text.slice(start, end).matchAll(characterWithMarks)];
  if (characters.length === 0) return end;
  const starts = characters.map(({ index }) => start + index);
  const composed = characters.map(([character]) => character.slice(0, 8).normalize('NFKC').replace(noPart, ''));
  if (composed.length === 1) visit({ terms: [composed[0]!], isPair: true, start, end });
  for (let index = 1; index < composed.length; index++) {
    const terms = [composed[index - 1]! + composed[index]!];
    visit({ terms, isPair: true, start: starts[index - 1]!, end: starts[index + 1] ?? end });
  }
  // The next piece of a long run begins with the last character of this one.
  const isCut = end < text.length && kindAt(text, end) === unspaced && composed.length > 1;
  return isCut ? starts.at(-1)! : end;
}

const characterWithMarks = /[\u1100-\u115f\ua960-\ua97c][\u1160-\u11ff\ud7b0-\ud7fb]*|\P{M}\p{M}*|\p{M}+/gu;

const known = new Map<string, readonly string[]>();
const maxKnown = 20_000;
/** Maximum slice that the engine copies. A longer one would keep its whole source text in memory. */
const copiedLength = 12;

function termsOf(word: string, isJoined: boolean): readonly string[] {
  if (word.length > copiedLength) return makeTerms(word, isJoined);
  let terms = known.get(word);
  if (terms === undefined) {
    if (known.size === maxKnown) known.clear();
    terms = makeTerms(word, isJoined);
    known.set(word, terms);
  }
  return terms;
}

function makeTerms(word: string, isJoined: boolean): string[] {
  if (!isJoined) return [termOf(word)].filter((term) => term !== '');
  const parts = word.split(/[_\-./]/);
  return [plainWord(word), ...parts.map(termOf)].filter((term) => term !== '');
}

function termOf(part: string): string {
  const word = plainWord(part);
  return /^[a-z]{3,32}$/.test(word) ? stem(word) : word;
}

/** Word without case and accents. */
export function plainWord(word: string): string {
  const short = word.length > maxLength ? word.slice(0, maxLength).toWellFormed() : word;
  if (isAscii(short)) return short.toLowerCase();
  const plain = short.normalize('NFKD').replace(accents, '').toLowerCase().replace(accents, '');
  const spelled = plain.replace(spelledOut, (character) => spellings[character]!).replace(noPart, '');
  return spelled.length > maxLength ? spelled.slice(0, maxLength).toWellFormed() : spelled;
}

/** Accents, the vowel points of Hebrew and Arabic, joiners and soft hyphens. */
const accents =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u00ad\u200c-\u200d]/g;
const spelledOut = /[ßæœøłđðþıς]/g;
const spellings: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ς: 'σ' };

/** Characters to remove: some characters expand to several, and to signs between them. */
const noPart = /[^\p{L}\p{N}\p{M}_\-./]/gu;

const separator = 1;
const letter = 2;
const unspaced = 3;
const kinds = new Uint8Array(0x10000);

/** Kind of the character at an index. A mark has the kind of the character before it, which the callers handle. */
function kindAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if ((unit & 0xf800) === 0xd800) return kindOf(String.fromCodePoint(text.codePointAt(at)!));
  const kind = kinds[unit]!;
  if (kind !== 0) return kind;
  return (kinds[unit] = kindOf(text[at]!));
}

function kindOf(character: string): number {
  if (/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}ー]/u.test(character)) {
    return /[\p{L}\p{N}\p{M}ー]/u.test(character) ? unspaced : separator;
  }
  return /[\p{L}\p{N}\p{M}\u00ad\u200c-\u200d]/u.test(character) ? letter : separator;
}

function endOfRun(text: string, start: number, kind: number): number {
  let at = start;
  while (at < text.length && kindAt(text, at) === kind) at += widthAt(text, at);
  return at;
}

function widthAt(text: string, at: number): number {
  return text.codePointAt(at)! > 0xffff ? 2 : 1;
}

function isJoiner(unit: number): boolean {
  return unit === 0x5f || (unit >= 0x2d && unit <= 0x2f);
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
}

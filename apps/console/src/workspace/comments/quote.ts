import { maxQuote } from '@gatehouse/domain';

/** A word with its position in the text. */
interface Word {
  text: string;
  start: number;
  end: number;
}

interface Place {
  start: number;
  end: number;
}

/** Matches a character of scripts without spaces between words. Each counts as a word. */
const single = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}]';
const wordPattern = new RegExp(`${single}|(?:(?!${single})[\\p{L}\\p{N}\\p{M}])+`, 'gu');

function wordsOf(text: string): Word[] {
  return [...text.matchAll(wordPattern)].map((found) => ({ text: found[0], start: found.index, end: found.index + found[0].length }));
}

/**
 * Finds the passage of a markdown source that was selected in its rendered text. Compares both texts word by word, because the rendered
 * text has no markup. Extends the passage until it occurs only once in the source. Undefined if the selected words are not in the source.
 */
export function quoteOfSelection(source: string, rendered: string, selected: Place): string | undefined {
  const shown = wordsOf(rendered);
  const first = shown.findIndex(({ end }) => end > selected.start);
  const after = shown.findIndex(({ start }) => start >= selected.end);
  const chosen = first < 0 ? [] : shown.slice(first, after < 0 ? undefined : after);
  const written = wordsOf(source);
  // A link has words in the source that are not shown. Quote only the start of the selection then.
  for (let length = Math.min(chosen.length, maxQuote); length > 0; length = Math.floor(length / 2)) {
    const wanted = chosen.slice(0, length);
    const places = placesOf(written, wanted);
    const number = placesOf(shown, wanted).indexOf(first);
    const at = places[number] ?? places[0];
    if (at !== undefined) return uniqueQuote(source, written, at, at + length - 1);
  }
  return undefined;
}

/** Quoted words, with their line in the source. */
export interface Quote {
  quote: string;
  line: number;
}

/** Returns a function that finds quoted words in the rendered text. Splits both texts into words only once. */
export function createQuoteFinder(source: string, rendered: string): (quote: Quote) => Place | undefined {
  const [written, shown] = [wordsOf(source), wordsOf(rendered)];
  return ({ quote, line }) => {
    const wanted = wordsOf(quote);
    const at = source.indexOf(quote, startOfLine(source, line));
    const number = placesOf(written, wanted).filter((place) => (written[place] as Word).start < at).length;
    const places = placesOf(shown, wanted);
    const first = places[number] ?? places[0];
    if (first === undefined) return undefined;
    return { start: (shown[first] as Word).start, end: (shown[first + wanted.length - 1] as Word).end };
  };
}

function startOfLine(text: string, line: number): number {
  let start = 0;
  for (let number = 1; number < line; number++) start = text.indexOf('\n', start) + 1;
  return start;
}

/** Returns every index at which the wanted words occur in a row. */
function placesOf(words: readonly Word[], wanted: readonly Word[]): number[] {
  const places: number[] = [];
  const [first] = wanted;
  if (!first) return places;
  for (let at = 0; at + wanted.length <= words.length; at++) {
    if (words[at]?.text !== first.text) continue;
    if (wanted.every(({ text }, index) => words[at + index]?.text === text)) places.push(at);
  }
  return places;
}

/** Returns the source from one word to another, extended on both sides until it occurs only once. */
function uniqueQuote(source: string, words: readonly Word[], from: number, to: number): string | undefined {
  for (let [first, last] = [from, to]; ; ) {
    const quote = source.slice(words[first]?.start, words[last]?.end);
    if (quote.length > maxQuote) return undefined;
    if (source.indexOf(quote) === source.lastIndexOf(quote)) return quote;
    if (first === 0 && last === words.length - 1) return undefined;
    first = Math.max(0, first - 1);
    last = Math.min(words.length - 1, last + 1);
  }
}

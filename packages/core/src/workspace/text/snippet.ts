import type { Foreign, LiteralMatch } from '@gatehouse/domain';
import { foldCase, wordsOf } from '@gatehouse/storage';

const maxSnippet = 160;
const lead = 40;
/** Maximum text that is searched for a snippet. Searching 25 whole bodies would cost more than the search itself. */
export const examined = 20_000;
/** Maximum text around the place in which white space is collapsed. */
const around = 1000;

/**
 * About a line of text around the first place of a phrase, at most 160 characters. Undefined if it is not near the beginning. For words,
 * the place is the phrase's or that of the longest word. `body` can be the beginning of the whole body.
 */
export function snippetAround(body: Foreign, query: string, match: LiteralMatch): string | undefined {
  const text = body.slice(0, examined);
  const places = placesOf(foldCase(collapsed(query.trim())), match);
  // Collapses white space only in the line of an exact match. Only a phrase across a line break needs the whole text collapsed.
  return snippetIn(text, places) ?? (places.some((place) => place.includes(' ')) ? snippetIn(collapsed(text), places) : undefined);
}

function snippetIn(text: string, places: string[]): string | undefined {
  const folded = foldCase(text);
  const found = places.map((wanted) => folded.indexOf(wanted)).find((index) => index >= 0);
  if (found === undefined) return undefined;
  return excerptAt(text, found, maxSnippet);
}

/** Excerpt of at most `maxCharacters` from an index on, with a few characters before it and collapsed white space. */
export function excerptAt(text: string, index: number, maxCharacters: number, before = lead): string {
  // A character takes two UTF-16 units at most.
  const wanted = 2 * maxCharacters;
  const leading = before === 0 ? '' : collapsedBefore(text, index).slice(-before);
  const characters = [...leading, ...collapsedFrom(text, index, wanted).slice(0, wanted)].slice(0, maxCharacters);
  return characters.join('').toWellFormed().trim();
}

/** Usually reads only the text near the place, and more if white space collapses. */
function collapsedBefore(text: string, end: number): string {
  const near = collapsed(text.slice(Math.max(0, end - 2 * lead), end));
  return near.length > lead ? near : collapsed(text.slice(Math.max(0, end - around), end));
}

function collapsedFrom(text: string, start: number, wanted: number): string {
  const near = collapsed(text.slice(start, start + wanted + maxSnippet));
  return near.length > wanted ? near : collapsed(text.slice(start, start + around));
}

function collapsed(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

/** Texts to look for, the most specific first. */
function placesOf(phrase: string, match: LiteralMatch): string[] {
  return match === 'phrase' ? [phrase] : [phrase, ...wordsOf(phrase).sort((left, right) => right.length - left.length)];
}

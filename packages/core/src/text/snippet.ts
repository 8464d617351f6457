import { foldCase, type SearchMatch, wordsOf } from '@gatehouse/storage';

const longestSnippet = 160;
const lead = 40;
/** Only the beginning of a long body is looked at: a snippet is a help, and 25 whole bodies would cost more than the search. */
const examined = 20_000;

/**
 * A line's worth of text around the first place a phrase stands in, at most 160 characters; undefined where it is not found near the
 * start. For words it is the phrase's place, or else that of the longest word there.
 */
export function snippetAround(body: string, query: string, match: SearchMatch): string | undefined {
  const text = body.slice(0, examined).replaceAll(/\s+/g, ' ');
  const folded = foldCase(text);
  const found = placesOf(foldCase(query.trim().replaceAll(/\s+/g, ' ')), match)
    .map((wanted) => folded.indexOf(wanted))
    .find((index) => index >= 0);
  if (found === undefined) return undefined;
  const characters = [...text.slice(Math.max(0, found - lead), found + longestSnippet)].slice(0, longestSnippet);
  return characters.join('').toWellFormed().trim();
}

/** What a snippet is looked for by, the most telling first. */
function placesOf(phrase: string, match: SearchMatch): string[] {
  return match === 'phrase' ? [phrase] : [phrase, ...wordsOf(phrase).sort((left, right) => right.length - left.length)];
}

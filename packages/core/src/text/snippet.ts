import { foldCase } from '@gatehouse/storage';

const longestSnippet = 160;
const lead = 40;
/** Only the beginning of a long body is looked at: a snippet is a help, and 25 whole bodies would cost more than the search. */
const examined = 20_000;

/** A line's worth of text around the first place a phrase stands in, at most 160 characters; undefined where it is not found near the start. */
export function snippetAround(body: string, phrase: string): string | undefined {
  const text = body.slice(0, examined).replaceAll(/\s+/g, ' ');
  const found = foldCase(text).indexOf(foldCase(phrase.trim().replaceAll(/\s+/g, ' ')));
  if (found < 0) return undefined;
  const characters = [...text.slice(Math.max(0, found - lead), found + longestSnippet)].slice(0, longestSnippet);
  return characters.join('').toWellFormed().trim();
}

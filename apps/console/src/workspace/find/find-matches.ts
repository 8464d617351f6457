import { escapedPattern } from '../../kernel/words/escaped-pattern.ts';

/** Range of a text. */
export interface Match {
  start: number;
  end: number;
}

export interface Matches {
  found: readonly Match[];
  /** There are more: those are not counted. */
  hasMore: boolean;
}

/** Marks the end of a paragraph or cell. No match crosses it. */
export const partEnd = '\u0000';
export const maxWanted = 200;
const maxFound = 10_000;

/** Occurrences of a text, ignoring case and differences in white space. */
export function findMatches(text: string, wanted: string, most = maxFound): Matches {
  const words = wanted
    .slice(0, maxWanted)
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return { found: [], hasMore: false };
  const pattern = new RegExp(words.map(escapedPattern).join('\\s+'), 'giu');
  const found: Match[] = [];
  for (const match of text.matchAll(pattern)) {
    if (found.length === most) return { found, hasMore: true };
    found.push({ start: match.index, end: match.index + match[0].length });
  }
  return { found, hasMore: false };
}

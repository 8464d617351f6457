import type { Foreign } from '@gatehouse/domain';
import { densestPlace } from '@gatehouse/domain/words';
import { countEndings } from '@gatehouse/storage';
import { excerptAt } from './snippet.ts';

/** Maximum characters of a snippet of a hit by words. */
const maxBestSnippet = 300;
/** A place has room for the text before it too. */
const maxPlace = 240;
const maxLead = 40;

export interface BestSnippet {
  snippet: string;
  /** Line on which the place begins, from 1. */
  line: number;
}

/** The place of a text with most of the words. Undefined if it has none. */
export function bestSnippet(text: Foreign, terms: ReadonlySet<string>): BestSnippet | undefined {
  const place = densestPlace(text, terms, maxPlace);
  if (!place) return undefined;
  const snippet = excerptAt(text, beginBefore(text, place.start), maxBestSnippet, 0);
  return { snippet, line: countEndings(text, 0, place.start) + 1 };
}

/** Beginning of the line with a place, or of a word near it. */
function beginBefore(text: string, start: number): number {
  const before = text.slice(Math.max(0, start - maxLead), start);
  const line = before.lastIndexOf('\n');
  if (line >= 0) return start - before.length + line + 1;
  return start <= maxLead ? 0 : start - before.length + before.indexOf(' ') + 1;
}

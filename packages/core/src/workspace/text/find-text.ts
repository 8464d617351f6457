import { countEndings, countLines, foldLines } from '@gatehouse/storage';
import { clipAround, clipEnd, isLongLine } from './clip-text.ts';
import { placeOfFolded } from './folded-place.ts';
import { type Line, lineAfter, lineAt, lineStart } from './lines.ts';
import { searchText } from './search-text.ts';

export interface FindRequest {
  text: string;
  query: string;
  contextLines: number;
  limit: number;
  /** The size of the rest of the answer, in bytes of JSON. */
  besideBytes?: number | undefined;
}

export interface TextMatch {
  line: number;
  text: string;
  before: string[];
  after: string[];
  /** A line of this match is not shown whole, or its context had no room. */
  clipped?: true;
}

export interface FoundText {
  totalLines: number;
  totalMatches: number;
  matches: TextMatch[];
}

const maxAnswerBytes = 65_536;

/** Lines that contain `query`, compared as in `search`. Returns the first `limit` with the lines around them. // D22 */
export function findText({ text, query, contextLines, limit, besideBytes = 0 }: FindRequest): FoundText {
  const { total, first } = findLines({ text, query, limit });
  const found: FoundText = { totalLines: countLines(text), totalMatches: total, matches: [] };
  let room = maxAnswerBytes - besideBytes - jsonBytes(found);
  for (const hit of first) {
    const whole = describeMatch(text, hit, contextLines);
    const tooLarge = found.matches.length === 0 && jsonBytes(whole) > room;
    const match: TextMatch = tooLarge ? { ...whole, before: [], after: [], clipped: true } : whole;
    room -= jsonBytes(match) + ','.length;
    if (room < 0) break;
    found.matches.push(match);
  }
  return found;
}

/** A line that contains the query. Both are folded. */
export interface Hit extends Line {
  number: number;
  wanted: string;
}

export interface LineRequest {
  text: string;
  query: string;
  limit: number;
  /** Returns only lines after this one, but counts all. */
  after?: number;
}

/** Folds the whole text once and searches the result, in linear time. Folding keeps the number of lines, but not their lengths. */
export function findLines({ text, query, limit, after = 0 }: LineRequest): { total: number; first: Hit[]; hasMore: boolean } {
  const first: Hit[] = [];
  if (query === '' || query.includes('\n')) return { total: 0, first, hasMore: false };
  const folded = foldLines(text);
  const wanted = foldLines(query);
  const search = searchText(folded, wanted);
  let total = 0;
  let hasMore = false;
  let [number, start, counted] = [1, 0, 0];
  for (let at = search.next(); at !== -1; at = search.next()) {
    total++;
    if (first.length < limit) {
      const passed = countEndings(folded, counted, at);
      [number, start, counted] = [number + passed, lineAfter(text, start, passed), at];
      if (number > after) first.push({ ...lineAt(text, start), number, wanted });
    } else hasMore = true;
    search.skipTo(lineAt(folded, at).next);
  }
  return { total, first, hasMore };
}

/** Line of a hit, or the part around the hit if the line is long. */
export function shownLine(text: string, hit: Hit): { text: string; clipped?: true } {
  const line = text.slice(hit.start, hit.end);
  if (!isLongLine(line)) return { text: line };
  const { from, to } = placeOfFolded(line, hit.wanted);
  return { text: clipAround(line, from, to), clipped: true };
}

function describeMatch(text: string, hit: Hit, contextLines: number): TextMatch {
  const context = { before: linesBefore(text, hit.start, contextLines), after: linesAfter(text, hit.next, contextLines) };
  const shown = shownLine(text, hit);
  const clipped = shown.clipped ?? [...context.before, ...context.after].some(isLongLine);
  return {
    line: hit.number,
    text: shown.text,
    before: context.before.map(clipEnd),
    after: context.after.map(clipEnd),
    ...(clipped ? { clipped } : {}),
  };
}

function linesBefore(text: string, start: number, count: number): string[] {
  const lines: string[] = [];
  for (let next = start; next > 0 && lines.length < count; ) {
    const line = lineAt(text, lineStart(text, next - 1));
    lines.unshift(text.slice(line.start, line.end));
    next = line.start;
  }
  return lines;
}

function linesAfter(text: string, start: number, count: number): string[] {
  const lines: string[] = [];
  for (let next = start; next < text.length && lines.length < count; ) {
    const line = lineAt(text, next);
    lines.push(text.slice(line.start, line.end));
    next = line.next;
  }
  return lines;
}

function jsonBytes(value: FoundText | TextMatch): number {
  return Buffer.byteLength(JSON.stringify(value));
}

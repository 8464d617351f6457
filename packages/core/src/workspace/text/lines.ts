import { countEndings, countLines } from '@gatehouse/storage';

/** Line of a text: `text.slice(start, end)` without its ending. `next` is the beginning of the following line. */
export interface Line {
  start: number;
  end: number;
  next: number;
}

export interface LineSlice {
  startLine: number;
  endLine: number;
  totalLines: number;
  text: string;
  truncated: boolean;
  /** Position after this slice: the line, and the number of its UTF-16 units that were read already. */
  nextLine?: number;
  nextOffset?: number;
}

interface SliceRequest {
  text: string;
  startLine: number;
  /** Units of the first line to leave out: `nextOffset` of the slice before. */
  startOffset?: number;
  limit: number;
  maxBytes?: number;
}

/**
 * Lines from `startLine` on with their endings, byte for byte: consecutive slices join to the whole text. Has at most `maxBytes` UTF-8
 * bytes of whole lines; only a first line that is longer is cut. A negative startLine counts from the end. One beyond the end gives an
 * empty text and `endLine = startLine - 1`. Undefined if the first line is shorter than startOffset.
 */
export function sliceLines({ text, limit, maxBytes = 65_536, ...request }: SliceRequest): LineSlice | undefined {
  const { startOffset = 0 } = request;
  const totalLines = countLines(text);
  const startLine = Math.max(1, request.startLine < 0 ? totalLines + request.startLine + 1 : request.startLine);
  if (startLine > totalLines) return { startLine, endLine: startLine - 1, totalLines, text: '', truncated: false };
  const lineStart = startOfLine(text, startLine);
  const first = lineAt(text, lineStart);
  if (startOffset > 0 && lineStart + startOffset >= first.next) return undefined;
  const start = betweenCharacters(text, lineStart + startOffset);
  const { end, lines } = wholeLines(text, start, Math.min(limit, totalLines - startLine + 1), maxBytes);
  const endLine = startLine + Math.max(lines, 1) - 1;
  if (lines === 0) {
    const cut = start + firstBytes(text, start, first.next, maxBytes);
    const next = { nextLine: startLine, nextOffset: cut - lineStart };
    return { startLine, endLine, totalLines, text: text.slice(start, cut), truncated: true, ...next };
  }
  const truncated = endLine < totalLines;
  const next = truncated ? { nextLine: endLine + 1, nextOffset: 0 } : {};
  return { startLine, endLine, totalLines, text: text.slice(start, end), truncated, ...next };
}

/** The end of as many lines from `start` on as are wanted and have room. */
function wholeLines(text: string, start: number, wanted: number, maxBytes: number): { end: number; lines: number } {
  let room = maxBytes;
  let end = start;
  for (let lines = 0; ; lines++) {
    if (lines === wanted) return { end, lines };
    const { next } = lineAt(text, end);
    room -= Buffer.byteLength(text.slice(end, next));
    if (room < 0) return { end, lines };
    end = next;
  }
}

/** Same index, or the beginning of the character that contains it. */
function betweenCharacters(text: string, index: number): number {
  const isWithin = /[\uDC00-\uDFFF]/.test(text[index] ?? '') && /[\uD800-\uDBFF]/.test(text[index - 1] ?? '');
  return isWithin ? index - 1 : index;
}

/** The line that starts at `start`. */
export function lineAt(text: string, start: number): Line {
  const newline = text.indexOf('\n', start);
  if (newline === -1) return { start, end: text.length, next: text.length };
  const end = newline > start && text[newline - 1] === '\r' ? newline - 1 : newline;
  return { start, end, next: newline + 1 };
}

/** Beginning of the line that contains `index`. */
export function lineStart(text: string, index: number): number {
  return index === 0 ? 0 : text.lastIndexOf('\n', index - 1) + 1;
}

/** The number of the line that contains `index`; the first line is 1. */
export function lineNumber(text: string, index: number): number {
  return countEndings(text, 0, index) + 1;
}

/** True if the text has line endings and all endings are `\r\n`. */
export function everyEndingIsCrlf(text: string): boolean {
  let newline = text.indexOf('\n');
  if (newline === -1) return false;
  while (newline > 0 && text[newline - 1] === '\r') {
    newline = text.indexOf('\n', newline + 1);
    if (newline === -1) return true;
  }
  return false;
}

function startOfLine(text: string, number: number): number {
  return lineAfter(text, 0, number - 1);
}

/** Start of the line that many lines after the one at `start`. */
export function lineAfter(text: string, start: number, lines: number): number {
  let at = start;
  for (let left = lines; left > 0; left--) at = text.indexOf('\n', at) + 1;
  return at;
}

/** Units of the whole code points that fit into `maxBytes`. */
function firstBytes(text: string, start: number, end: number, maxBytes: number): number {
  return new TextEncoder().encodeInto(text.slice(start, Math.min(end, start + maxBytes)), new Uint8Array(maxBytes)).read;
}

import { countEndings, countLines } from '@gatehouse/storage';

/** A line of a text: `text.slice(start, end)` without its ending; `next` is where the following line starts. */
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
}

/**
 * Lines `startLine` … as one text of at most `maxBytes` UTF-8 bytes and whole lines; only a first line that is longer
 * by itself is cut. A negative startLine counts from the end; one beyond the end gives an empty text and
 * `endLine = startLine - 1`. `truncated` says that the item goes on after this text.
 *
 * The text can be passed to an edit as oldText. Where all endings are CRLF the lines are joined by `\n`, which an edit
 * takes for CRLF (D21); an item that mixes endings is given as it stands, since `\n` would be ambiguous in it.
 */
export function sliceLines(request: { text: string; startLine: number; limit: number; maxBytes?: number }): LineSlice {
  const { text, limit, maxBytes = 65_536 } = request;
  const totalLines = countLines(text);
  const startLine = Math.max(1, request.startLine < 0 ? totalLines + request.startLine + 1 : request.startLine);
  if (startLine > totalLines) return { startLine, endLine: startLine - 1, totalLines, text: '', truncated: false };
  const joinsByNewline = everyEndingIsCrlf(text) && !text.includes('\r\r\n');
  const pieces: string[] = [];
  const lastLine = Math.min(totalLines, startLine + limit - 1);
  let line = lineAt(text, startOfLine(text, startLine));
  let room = maxBytes;
  let ending = '';
  for (let number = startLine; number <= lastLine; number++) {
    const piece = ending + text.slice(line.start, line.end);
    room -= Buffer.byteLength(piece);
    if (room < 0) break;
    pieces.push(piece);
    ending = joinsByNewline ? '\n' : text.slice(line.end, line.next);
    line = lineAt(text, line.next);
  }
  if (pieces.length === 0) return { startLine, endLine: startLine, totalLines, text: firstBytes(text, line, maxBytes), truncated: true };
  const endLine = startLine + pieces.length - 1;
  return { startLine, endLine, totalLines, text: pieces.join(''), truncated: endLine < totalLines };
}

/** The line that starts at `start`. */
export function lineAt(text: string, start: number): Line {
  const newline = text.indexOf('\n', start);
  if (newline === -1) return { start, end: text.length, next: text.length };
  const end = newline > start && text[newline - 1] === '\r' ? newline - 1 : newline;
  return { start, end, next: newline + 1 };
}

/** Where the line that contains `index` starts. */
export function lineStart(text: string, index: number): number {
  return index === 0 ? 0 : text.lastIndexOf('\n', index - 1) + 1;
}

/** The number of the line that contains `index`; the first line is 1. */
export function lineNumber(text: string, index: number): number {
  return countEndings(text, 0, index) + 1;
}

/** True when the text has line endings and all of them are `\r\n`. */
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
  let start = 0;
  for (let line = 1; line < number; line++) start = text.indexOf('\n', start) + 1;
  return start;
}

/** As many whole code points of a line as fit into `maxBytes`. */
function firstBytes(text: string, { start, end }: Line, maxBytes: number): string {
  const units = new TextEncoder().encodeInto(text.slice(start, Math.min(end, start + maxBytes)), new Uint8Array(maxBytes)).read;
  return text.slice(start, start + units);
}

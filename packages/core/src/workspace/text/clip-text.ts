import { codePointLength } from '@gatehouse/domain';

/** Lines are shown whole up to this many characters (code points). // D22 */
export const maxLine = 1_000;

export function isLongLine(line: string): boolean {
  if (line.length <= maxLine) return false;
  return line.length > 2 * maxLine || codePointLength(line) > maxLine;
}

/** The first 1,000 characters. */
export function clipEnd(line: string): string {
  return line.slice(0, forward(line, 0, maxLine));
}

/** 1,000 characters that contain those from `from` to `to`, with as much on either side as there is. */
export function clipAround(line: string, from: number, to: number): string {
  const spare = Math.max(0, maxLine - codePointLength(line.slice(from, to)));
  const halfBefore = backward(line, from, Math.floor(spare / 2));
  const end = forward(line, to, spare - codePointLength(line.slice(halfBefore, from)));
  const start = backward(line, from, spare - codePointLength(line.slice(to, end)));
  return line.slice(start, end);
}

function forward(line: string, from: number, codePoints: number): number {
  let at = from;
  for (let left = codePoints; left > 0 && at < line.length; left--) at += line.codePointAt(at)! > 0xffff ? 2 : 1;
  return at;
}

function backward(line: string, from: number, codePoints: number): number {
  let at = from;
  for (let left = codePoints; left > 0 && at > 0; left--) at -= at > 1 && line.codePointAt(at - 2)! > 0xffff ? 2 : 1;
  return at;
}

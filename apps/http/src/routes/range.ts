/** The requested part of a file: bytes from `start` up to, but not including, `end`. */
export type Range = { kind: 'whole' } | { kind: 'part'; start: number; end: number } | { kind: 'unsatisfiable' };

const single = /^bytes=(\d{0,15})-(\d{0,15})$/;

/** Reads a `Range` header (RFC 9110). A malformed header, or one for several parts, is ignored, as the standard allows. */
export function readRange(header: string | undefined, size: number): Range {
  const match = header === undefined ? null : single.exec(header.replaceAll(' ', ''));
  if (!match || (match[1] === '' && match[2] === '')) return { kind: 'whole' };
  const [first, last] = [match[1] as string, match[2] as string];
  if (first === '') return part(Math.max(0, size - Number(last)), size, size);
  if (last !== '' && Number(last) < Number(first)) return { kind: 'whole' };
  return part(Number(first), last === '' ? size : Math.min(Number(last) + 1, size), size);
}

function part(start: number, end: number, size: number): Range {
  return start < end && start < size ? { kind: 'part', start, end } : { kind: 'unsatisfiable' };
}

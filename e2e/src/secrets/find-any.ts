/**
 * Returns a function that checks if bytes contain any of dozens of needles, fast enough for many megabytes. It compares the last two bytes
 * of a window as long as the shortest needle, and moves the window by the distance in which no needle can start (Wu and Manber, 1994).
 * Throws for a needle of fewer than two bytes.
 */
export function findAny(needles: readonly Buffer[]): (bytes: Buffer) => boolean {
  const width = Math.min(...needles.map(({ length }) => length));
  if (!(width >= 2)) throw new RangeError('each needle must have two bytes at least');
  const steps = new Uint8Array(2 ** 16).fill(Math.min(width - 1, 255));
  for (const needle of needles)
    for (let end = 1; end < width; end++) {
      const pair = pairBefore(needle, end);
      steps[pair] = Math.min(steps[pair] as number, width - 1 - end);
    }

  return (bytes) => {
    for (let end = width - 1; end < bytes.length; ) {
      const step = steps[pairBefore(bytes, end)] as number;
      if (step === 0 && needles.some((needle) => startsAt(bytes, end - width + 1, needle))) return true;
      end += Math.max(step, 1);
    }
    return false;
  };
}

function pairBefore(bytes: Buffer, end: number): number {
  return ((bytes[end - 1] as number) << 8) | (bytes[end] as number);
}

function startsAt(bytes: Buffer, start: number, needle: Buffer): boolean {
  return start + needle.length <= bytes.length && bytes.compare(needle, 0, needle.length, start, start + needle.length) === 0;
}

/**
 * What "at once" may take: so many milliseconds, or, where the machine has other work, ten times what an ordinary call took meanwhile.
 * Who looks by himself, because no notice comes, finds it after half a second on the average, on a quiet machine too.
 */
export function promptMs(promisedMs: number, calls: number[]): number {
  return Math.max(promisedMs, 10 * median(calls));
}

export function median(numbers: number[]): number {
  return numbers.toSorted((left, right) => left - right)[Math.floor(numbers.length / 2)] as number;
}

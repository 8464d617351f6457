/**
 * Less than the 5 seconds after which a process looks by itself, so only a notice is this fast. A shorter time would fail beside other work.
 */
export const promptMs = 2500;

export function median(numbers: number[]): number {
  return numbers.toSorted((left, right) => left - right)[Math.floor(numbers.length / 2)] as number;
}

/** The one in the middle when they are in the order of a number of theirs. */
export function medianBy<T>(values: readonly T[], of: (value: T) => number): T {
  return values.toSorted((left, right) => of(left) - of(right))[Math.floor(values.length / 2)] as T;
}

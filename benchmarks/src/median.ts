/** Returns the middle value in the order of a number of each value. */
export function medianBy<T>(values: readonly T[], of: (value: T) => number): T {
  return values.toSorted((left, right) => of(left) - of(right))[Math.floor(values.length / 2)] as T;
}

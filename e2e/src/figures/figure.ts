/** Measured waiting time of a person. */
export interface Figure {
  figure: string;
  value: number;
  unit: 'ms' | 'x' | 'MB';
  /** No more than this. */
  wanted?: number | undefined;
  /** Number of measurements. */
  of: number;
}

/** Returns the value that this part of the values does not exceed. */
export function percentile(values: readonly number[], part: number): number {
  const inOrder = values.toSorted((left, right) => left - right);
  return inOrder[Math.min(inOrder.length - 1, Math.floor(inOrder.length * part))] ?? Number.NaN;
}

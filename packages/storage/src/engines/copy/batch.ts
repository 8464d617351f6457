/** Maximum rows of one transaction. They are all in memory. */
export const batchRows = 500;
/** Maximum bytes of the large values in a batch. A single row may have more. */
const batchBytes = 4 * 1024 ** 2;

/** Number of rows that make a batch, from the first on: at least one. `sizes` are the bytes of each row. */
export function fittingRows(sizes: { bytes: number }[]): number {
  let total = 0;
  const past = sizes.findIndex(({ bytes }) => (total += bytes) > batchBytes);
  return Math.max(1, past === -1 ? sizes.length : past);
}

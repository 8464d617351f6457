/** Rows of one transaction, all of which are in memory. */
export const batchRows = 500;
/** What the large values of a batch have together, but for one row that has more. */
const batchBytes = 4 * 1024 ** 2;

/** How many rows of these sizes, from the first on, are a batch: at least one. */
export function fittingRows(sizes: { bytes: number }[]): number {
  let total = 0;
  const past = sizes.findIndex(({ bytes }) => (total += bytes) > batchBytes);
  return Math.max(1, past === -1 ? sizes.length : past);
}

/** Passes a limited number of rows per second, and counts the rest. People do not read faster, and a flood must not fill a browser. */
export interface RowRateLimiter<Row> {
  take(rows: readonly Row[]): { through: Row[]; skipped: number };
}

export function createRowRateLimiter<Row>({
  perSecond,
  now = () => performance.now(),
}: {
  perSecond: number;
  now?: () => number;
}): RowRateLimiter<Row> {
  let second = Number.NEGATIVE_INFINITY;
  let taken = 0;

  return {
    take(rows) {
      if (now() - second >= 1000) {
        second = now();
        taken = 0;
      }
      const through = rows.slice(0, perSecond - taken);
      taken += through.length;
      return { through, skipped: rows.length - through.length };
    },
  };
}

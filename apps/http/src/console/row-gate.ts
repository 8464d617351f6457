/** Lets so many rows through in a second and counts the rest: nobody reads faster, and a flood must not fill a browser. */
export interface RowGate<Row> {
  take(rows: readonly Row[]): { through: Row[]; skipped: number };
}

export function createRowGate<Row>({ perSecond, now = () => performance.now() }: { perSecond: number; now?: () => number }): RowGate<Row> {
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

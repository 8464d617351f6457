/** Found rows, read from the newest on. Each lookup must use the row of the previous lookup or a lower one. */
export interface NewestRows {
  /** Newest row that is not above `row`. */
  atMost(row: number): number | undefined;
}

const firstRead = 100;

/**
 * Reads the rows of a query in portions. `read` returns the newest rows from a row down. It has to skip the rows above that one, so each
 * portion is twice as large: then skipping costs no more than reading all.
 */
export function foundRows(read: (from: number, most: number) => number[]): NewestRows {
  let rows: number[] = [];
  let index = 0;
  let most = firstRead;
  let isLast = false;
  return {
    atMost(row) {
      index = firstAtMost(rows, index, row);
      if (index === rows.length && !isLast) {
        rows = read(row, most);
        index = 0;
        isLast = rows.length < most;
        most *= 2;
      }
      return rows[index];
    },
  };
}

/** Rows of a complete list. */
export function listedRows(rows: readonly number[]): NewestRows {
  const newest = [...new Set(rows)].sort((left, right) => right - left);
  let index = 0;
  return {
    atMost(row) {
      index = firstAtMost(newest, index, row);
      return newest[index];
    },
  };
}

export function rowsOfAny(several: readonly NewestRows[]): NewestRows {
  return {
    atMost(row) {
      let newest: number | undefined;
      for (const rows of several) {
        const next = rows.atMost(row);
        if (next !== undefined && (newest === undefined || next > newest)) newest = next;
      }
      return newest;
    },
  };
}

/** Newest row up to `row` that all lists contain. */
export function rowOfAll(all: readonly NewestRows[], row: number): number | undefined {
  let common = row;
  for (let agreed = 0, index = 0; agreed < all.length; index = (index + 1) % all.length) {
    const next = all[index]?.atMost(common);
    if (next === undefined) return undefined;
    agreed = next === common ? agreed + 1 : 1;
    common = next;
  }
  return common;
}

/** First index, from `index` on, with a row that is not above `row`. */
function firstAtMost(rows: readonly number[], index: number, row: number): number {
  let at = index;
  for (let next = rows[at]; next !== undefined && next > row; next = rows[at]) at++;
  return at;
}

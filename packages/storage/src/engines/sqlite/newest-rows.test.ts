import { describe, expect, it } from 'vitest';
import { foundRows, listedRows, type NewestRows, rowOfAll, rowsOfAny } from './newest-rows.ts';

/** Rows of a query, and how many of them were read. */
function query(rows: readonly number[]) {
  const newest = rows.toSorted((left, right) => right - left);
  const counted = { read: 0, rows: foundRows(read) };
  function read(from: number, most: number): number[] {
    const some = newest.filter((row) => row <= from).slice(0, most);
    counted.read += some.length;
    return some;
  }
  return counted;
}

function everyRowOf(all: readonly NewestRows[], from: number): number[] {
  const common: number[] = [];
  for (let row = rowOfAll(all, from); row !== undefined; row = rowOfAll(all, row - 1)) common.push(row);
  return common;
}

const multiplesOf = (factor: number, count = 6000) =>
  Array.from({ length: Math.floor(count / factor) }, (_, index) => factor * (index + 1));

describe('rows that all needles have', () => {
  it('are those in every list, newest first, in any order of input', () => {
    const fives = rowsOfAny([query(multiplesOf(10)).rows, query(multiplesOf(10).map((row) => row - 5)).rows]);
    const all = [query(multiplesOf(2)).rows, listedRows([...multiplesOf(3), ...multiplesOf(6)]), fives];
    expect(everyRowOf(all, 6000)).toEqual(multiplesOf(30).reverse());
  });

  it('are all rows of a single list, and none if a list is empty', () => {
    expect(everyRowOf([query(multiplesOf(7)).rows], 6000)).toEqual(multiplesOf(7).reverse());
    expect(everyRowOf([query(multiplesOf(7)).rows, query([]).rows], 6000)).toEqual([]);
    expect(everyRowOf([listedRows([5, 5, 3])], 4)).toEqual([3]);
  });

  it('are found without reading between the rows of a rare needle', () => {
    const common = query(multiplesOf(1, 100_000));
    expect(everyRowOf([common.rows, query([10, 50_000]).rows], 100_000)).toEqual([50_000, 10]);
    expect(common.read).toBeLessThan(1000);
  });

  it('are read at most once each', () => {
    const [even, odd] = [query(multiplesOf(2)), query(multiplesOf(2).map((row) => row - 1))];
    expect(everyRowOf([even.rows, odd.rows], 6000)).toEqual([]);
    expect([even.read, odd.read]).toEqual([3000, 3000]);
  });
});

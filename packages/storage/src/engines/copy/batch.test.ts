import { expect, it } from 'vitest';
import { fittingRows } from './batch.ts';

const megabytes = (...sizes: number[]) => sizes.map((size) => ({ bytes: size * 1024 ** 2 }));

it('takes as many rows into a batch as have 4 MiB together, and always one', () => {
  expect(fittingRows(megabytes(1, 2, 1, 1))).toBe(3);
  expect(fittingRows(megabytes(1, 1))).toBe(2);
  expect(fittingRows(megabytes(10, 1))).toBe(1);
  expect(fittingRows([])).toBe(1);
});

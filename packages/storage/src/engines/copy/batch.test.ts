import { expect, it } from 'vitest';
import { fittingRows } from './batch.ts';

const megabytes = (...sizes: number[]) => sizes.map((size) => ({ bytes: size * 1024 ** 2 }));

it('puts rows of up to 4 MiB together into a batch, and at least one', () => {
  expect(fittingRows(megabytes(1, 2, 1, 1))).toBe(3);
  expect(fittingRows(megabytes(1, 1))).toBe(2);
  expect(fittingRows(megabytes(10, 1))).toBe(1);
  expect(fittingRows([])).toBe(1);
});

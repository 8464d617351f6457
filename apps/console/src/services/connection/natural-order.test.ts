import { expect, it } from 'vitest';
import { inNaturalOrder } from './natural-order.ts';

const named = (...names: string[]) => names.map((name) => ({ name }));

it('sorts the first page in natural order, without rows of later pages', () => {
  const rows = named('extra_1', 'extra_10', 'extra_2', 'extra_20', 'extra_3');
  expect(inNaturalOrder(rows, 5)).toEqual(named('extra_1', 'extra_2', 'extra_3', 'extra_10', 'extra_20'));
  expect(inNaturalOrder(rows, 3)).toEqual(named('extra_1', 'extra_2', 'extra_10', 'extra_20', 'extra_3'));
});

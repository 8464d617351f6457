import { expect, it } from 'vitest';
import { stacksOf, totalsOf } from './stacks.ts';

const histogram = {
  bucketMs: 10,
  from: 100,
  to: 140,
  countedTo: 125,
  buckets: [
    {
      start: 110,
      calls: [
        { entrance: 'http' as const, outcome: 'ok', calls: 5 },
        { entrance: 'mcp' as const, outcome: 'ok', calls: 2 },
        { entrance: 'mcp' as const, outcome: 'forbidden', calls: 1 },
        { entrance: 'mcp' as const, outcome: 'service_error', calls: 3 },
      ],
    },
  ],
};

it('has one stack for each bucket, also where nothing was called', () => {
  const stacks = stacksOf(histogram, 'outcome');
  expect(stacks.map(({ start, total }) => [start, total])).toEqual([
    [100, 0],
    [110, 11],
    [120, 0],
    [130, 0],
  ]);
});

it('tells calls apart by what came of them, or by where they came in', () => {
  expect(totalsOf(stacksOf(histogram, 'outcome'), 'outcome')).toEqual([
    { name: 'ok', calls: 7 },
    { name: 'refused', calls: 1 },
    { name: 'failed', calls: 3 },
  ]);
  expect(totalsOf(stacksOf(histogram, 'entrance'), 'entrance')).toEqual([
    { name: 'http', calls: 5 },
    { name: 'mcp', calls: 6 },
  ]);
});

import { expect, it } from 'vitest';
import { axisTop, fromFirstCall, onlyPart, sayNone, stacksOf, timeTicks, totalsOf } from './stacks.ts';

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

it('has one stack for each bucket, even without calls', () => {
  const stacks = stacksOf(histogram, 'outcome');
  expect(stacks.map(({ start, total }) => [start, total])).toEqual([
    [100, 0],
    [110, 11],
    [120, 0],
    [130, 0],
  ]);
});

it('starts the chart at the first call, or earlier to fill twelve bars', () => {
  const day = { ...histogram, from: 0, to: 240 };
  expect(fromFirstCall({ ...day, buckets: [{ start: 90, calls: [] }, ...histogram.buckets] }).from).toBe(110);
  expect(fromFirstCall({ ...day, to: 200 }).from).toBe(80);
  expect(fromFirstCall({ ...day, to: 60 }).from).toBe(0);
  expect(fromFirstCall({ ...day, buckets: [] })).toEqual({ ...day, buckets: [] });
});

it('distinguishes calls by their outcome, or by their entrance', () => {
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

it('says that there were no calls only after all are counted', () => {
  expect(sayNone({ countedTo: 125, to: 140 })).toBe('No calls counted yet. New calls take a few minutes to appear.');
  expect(sayNone({ countedTo: 140, to: 140 })).toBe('No calls in this period');
});

it('shows one part only', () => {
  const stacks = onlyPart(stacksOf(histogram, 'outcome'), 'failed');
  expect(stacks.map(({ total }) => total)).toEqual([0, 3, 0, 0]);
  expect(totalsOf(stacks, 'outcome')).toEqual([{ name: 'failed', calls: 3 }]);
});

it.each([
  [0, 2],
  [1, 2],
  [3, 4],
  [5, 6],
  [7, 8],
  [11, 20],
  [738, 800],
  [1000, 1000],
  [1001, 2000],
])('has an axis for %i calls up to %i', (highest, top) => expect(axisTop(highest)).toBe(top));

const at = (hours: number, minutes = 0) => Date.UTC(2026, 5, 15, hours, minutes);

it.each([
  ['a day', at(-1, 30), at(23, 30), 0, [at(0), at(4), at(8), at(12), at(16), at(20)]],
  ['an hour', at(12, 3), at(13, 3), 0, [at(12, 15), at(12, 30), at(12, 45), at(13)]],
  ['a week in a zone ahead', at(0), at(7 * 24), 2, [at(22), at(22 + 48), at(22 + 96), at(22 + 144)]],
])('has round time steps of %s', (_what, from, to, hoursAhead, ticks) => {
  expect(timeTicks(from, to, 6, hoursAhead * 3_600_000)).toEqual(ticks);
});

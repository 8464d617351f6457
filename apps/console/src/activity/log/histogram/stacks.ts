import { dayMs, entrances, minuteMs } from '@gatehouse/domain';
import type { OutputOf } from '../../../kernel/calls/call.ts';
import { resultOf, results } from '../filters.ts';

type Histogram = OutputOf<'activity_histogram'>;

/** Grouping of calls. */
export type Stacking = 'outcome' | 'entrance';

export interface Stack {
  start: number;
  total: number;
  /** Parts from the bottom up. Equal names mean the same in every stack. */
  parts: { name: string; calls: number }[];
}

const order: Record<Stacking, string[]> = { outcome: [...results], entrance: [...entrances] };

function nameOf({ outcome, entrance }: { outcome: string; entrance: string }, stacking: Stacking): string {
  return stacking === 'entrance' ? entrance : resultOf(outcome);
}

/** Minimum number of bars in a chart whose range fits its calls. */
const fewestBars = 12;

/** Leaves out the time before the first call, so that the bars of a young workspace are wide. */
export function fromFirstCall(histogram: Histogram): Histogram {
  const { from, to, bucketMs, buckets } = histogram;
  const first = buckets.find(({ calls }) => calls.length > 0)?.start;
  return first === undefined ? histogram : { ...histogram, from: Math.max(from, Math.min(first, to - fewestBars * bucketMs)) };
}

/** Returns one stack for every bucket of the shown time, including buckets without calls. */
export function stacksOf({ from, to, bucketMs, buckets }: Histogram, stacking: Stacking): Stack[] {
  const byStart = new Map(buckets.map(({ start, calls }) => [start, calls]));
  return Array.from({ length: Math.round((to - from) / bucketMs) }, (_, index) => {
    const start = from + index * bucketMs;
    const sums = new Map<string, number>();
    for (const call of byStart.get(start) ?? []) {
      const name = nameOf(call, stacking);
      sums.set(name, (sums.get(name) ?? 0) + call.calls);
    }
    const parts = order[stacking].flatMap((name) => (sums.has(name) ? [{ name, calls: sums.get(name) ?? 0 }] : []));
    return { start, total: parts.reduce((sum, { calls }) => sum + calls, 0), parts };
  });
}

/** Total calls of each kind. Kinds without calls are left out. */
export function totalsOf(stacks: readonly Stack[], stacking: Stacking): { name: string; calls: number }[] {
  return order[stacking].flatMap((name) => {
    const calls = stacks.reduce((sum, { parts }) => sum + (parts.find((part) => part.name === name)?.calls ?? 0), 0);
    return calls > 0 ? [{ name, calls }] : [];
  });
}

/** Words for a chart without calls, which can stand above rows: calls are counted once they are two minutes old. // D44.2 */
export function sayNone({ countedTo, to }: Pick<Histogram, 'countedTo' | 'to'>): string {
  return countedTo < to ? 'No calls counted yet. New calls take a few minutes to appear.' : 'No calls in this period';
}

/** The stacks with one of their parts alone. */
export function onlyPart(stacks: readonly Stack[], name: string): Stack[] {
  return stacks.map(({ start, parts }) => {
    const kept = parts.filter((part) => part.name === name);
    return { start, parts: kept, total: kept.reduce((sum, { calls }) => sum + calls, 0) };
  });
}

/** The top of the axis: a round number that everything fits below, and that can be halved. */
export function axisTop(highest: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, highest)));
  return [1, 2, 4, 5, 6, 8, 10].map((step) => step * power).find((step) => step >= highest && step % 2 === 0) ?? highest;
}

const steps = [1, 5, 15, 30, 60, 120, 240, 360, 720].map((minutes) => minutes * minuteMs);
const days = [1, 2, 7, 14, 28, 91].map((count) => count * dayMs);

/**
 * Round times along a chart, in order, only as many as fit.
 * @param offsetMs how far the reader's zone is ahead of UTC
 */
export function timeTicks(from: number, to: number, most: number, offsetMs: number): number[] {
  const step = [...steps, ...days].find((ms) => (to - from) / ms <= most) ?? to - from;
  const first = Math.ceil((from + offsetMs) / step) * step - offsetMs;
  return Array.from({ length: Math.max(0, Math.ceil((to - first) / step)) }, (_, index) => first + index * step);
}

import type { OutputOf } from '../../calls/call.ts';

type Histogram = OutputOf<'activity_histogram'>;

/** What calls are told apart by. */
export type Stacking = 'outcome' | 'entrance';

export interface Stack {
  start: number;
  total: number;
  /** From the bottom up: a part of the same name stands for the same everywhere. */
  parts: { name: string; calls: number }[];
}

const order: Record<Stacking, string[]> = { outcome: ['ok', 'refused', 'failed'], entrance: ['http', 'mcp', 'console', 'cli'] };
/** What went wrong inside, or at a service: all else was refused. */
const failures = new Set(['internal_error', 'service_error']);

function nameOf({ outcome, entrance }: { outcome: string; entrance: string }, stacking: Stacking): string {
  if (stacking === 'entrance') return entrance;
  if (outcome === 'ok') return 'ok';
  return failures.has(outcome) ? 'failed' : 'refused';
}

/** One stack for every bucket of the time that is shown, also for those without calls. */
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

/** How many calls of each kind there are in all, those that there are none of left out. */
export function totalsOf(stacks: readonly Stack[], stacking: Stacking): { name: string; calls: number }[] {
  return order[stacking].flatMap((name) => {
    const calls = stacks.reduce((sum, { parts }) => sum + (parts.find((part) => part.name === name)?.calls ?? 0), 0);
    return calls > 0 ? [{ name, calls }] : [];
  });
}

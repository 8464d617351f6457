import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const item = (caller: string | undefined, name = '') => ({ caller, name });

function serve(queue: ReturnType<typeof createFairQueue<ReturnType<typeof item>>>, cost: number): string | undefined {
  const next = queue.take();
  if (next) queue.charge(next, cost);
  return next && `${next.caller}${next.name}`;
}

function takeOne(queue: ReturnType<typeof createFairQueue<ReturnType<typeof item>>>, cost: number): ReturnType<typeof item>[] {
  const one = queue.take();
  if (one === undefined) return [];
  queue.charge(one, cost);
  return [one];
}

describe('a fair queue', () => {
  it('serves a caller with one item before the rest of the callers with many', () => {
    const queue = createFairQueue<ReturnType<typeof item>>('commits');
    for (let number = 0; number < 100; number++) queue.push(item(number % 2 ? 'a' : 'b'));
    for (let served = 0; served < 10; served++) serve(queue, 1);
    queue.push(item('idle'));
    expect([serve(queue, 1), serve(queue, 1), serve(queue, 1)]).toContain('idle');
  });

  it('frees the items that it has served, even of a caller who always waits', async () => {
    const queue = createFairQueue<ReturnType<typeof item>>('commits');
    const served: WeakRef<object>[] = [];
    queue.push(item('busy'));
    for (let number = 0; number < 2000; number++) {
      queue.push(item('busy'));
      served.push(new WeakRef(queue.take()!));
    }
    // Weak references hold their targets until the turn ends.
    await nextTurn();
    collectGarbage();
    expect(queue.length).toBe(1);
    expect(served.filter((one) => one.deref() !== undefined).length).toBeLessThan(300);
  });

  it('gives callers the same time, not the same number of calls', () => {
    const queue = createFairQueue<ReturnType<typeof item>>('commits');
    for (let number = 0; number < 100; number++) for (const caller of ['cheap', 'dear']) queue.push(item(caller));
    const used = { cheap: 0, dear: 0 };
    for (let served = 0; served < 80; served++) {
      const next = queue.take()!;
      const cost = next.caller === 'dear' ? 9 : 1;
      used[next.caller as keyof typeof used] += cost;
      queue.charge(next, cost);
    }
    expect(Math.abs(used.cheap - used.dear)).toBeLessThanOrEqual(9);
  });

  it('gives idle callers no credit for the time they did not use', () => {
    const queue = createFairQueue<ReturnType<typeof item>>('commits');
    queue.push(item('late'));
    serve(queue, 0);
    for (let number = 0; number < 20; number++) queue.push(item('busy'));
    for (let served = 0; served < 10; served++) serve(queue, 1);
    for (let number = 0; number < 20; number++) queue.push(item('late'));
    const next = Array.from({ length: 6 }, () => serve(queue, 1));
    expect(next.filter((caller) => caller === 'busy').length).toBeGreaterThanOrEqual(2);
  });

  it('loses no item, repeats none, and keeps the order of each caller', () => {
    const step = fc.oneof(
      fc.record({ push: fc.constantFrom('a', 'b', 'c', undefined) }),
      fc.record({ take: fc.nat(5) }),
      fc.constant({ all: true as const }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const queue = createFairQueue<ReturnType<typeof item>>('commits');
        const taken: ReturnType<typeof item>[] = [];
        let pushed = 0;
        for (const each of steps) {
          if ('push' in each) queue.push(item(each.push, `${pushed++}`));
          else if ('all' in each) taken.push(...queue.takeAll());
          else taken.push(...takeOne(queue, each.take));
          expect(queue.length).toBe(pushed - taken.length);
        }
        taken.push(...queue.takeAll());
        const numbers = taken.map(({ name }) => Number(name));
        expect(numbers.toSorted((left, right) => left - right)).toEqual(Array.from({ length: pushed }, (_, number) => number));
        for (const caller of ['a', 'b', 'c', undefined]) {
          const ofCaller = numbers.filter((_, index) => taken[index]?.caller === caller);
          expect(ofCaller).toEqual(ofCaller.toSorted((left, right) => left - right));
        }
      }),
    );
  });

  it('remembers the use of a caller among thousands of idle callers', () => {
    const queue = createFairQueue<ReturnType<typeof item>>('commits');
    queue.push(item('dear'));
    serve(queue, 100);
    for (let other = 0; other < 5000; other++) {
      queue.push(item(`${other}`));
      serve(queue, 0.001);
    }
    queue.push(item('dear'));
    queue.push(item('new'));
    expect(serve(queue, 1)).toBe('new');
  });
});

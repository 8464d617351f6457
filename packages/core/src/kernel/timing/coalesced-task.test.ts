import { describe, expect, it } from 'vitest';
import { createCoalescedTask } from './coalesced-task.ts';

const never = (error: unknown) => expect.unreachable(String(error));

describe('createCoalescedTask', () => {
  it('runs once more for any number of triggers during a run', async () => {
    const runs: PromiseWithResolvers<void>[] = [];
    const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const task = createCoalescedTask({
      run() {
        const run = Promise.withResolvers<void>();
        begun[runs.push(run) - 1]?.resolve();
        return run.promise;
      },
      report: never,
    });
    for (let time = 0; time < 5; time++) task.trigger();
    await begun[0]!.promise;
    for (let time = 0; time < 5; time++) task.trigger();
    runs[0]!.resolve();
    await begun[1]!.promise;
    runs[1]!.resolve();
    await task.stop();
    expect(runs).toHaveLength(2);
  });

  it('reports a failed run, and runs again', async () => {
    const reported: unknown[] = [];
    const again = Promise.withResolvers<void>();
    const task = createCoalescedTask({
      async run() {
        if (reported.length === 0) throw new Error('away');
        again.resolve();
      },
      report(error) {
        reported.push(error);
        task.trigger();
      },
      restMs: 1,
    });
    task.trigger();
    await again.promise;
    expect(reported).toHaveLength(1);
    await task.stop();
  });

  it('does not run after it is stopped, even while it waits', async () => {
    let runs = 0;
    const task = createCoalescedTask({ run: async () => void runs++, report: never, restMs: 1 });
    task.trigger();
    task.trigger();
    await task.stop();
    task.trigger();
    await task.stop();
    expect(runs).toBe(1);
  });
});

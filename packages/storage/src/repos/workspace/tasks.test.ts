import { taskStatuses } from '@gatehouse/domain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../engines/store.ts';
import { acme, createAcme, nobodyAt, sampleTask } from '../../testing/sample-rows.ts';
import { type TestStore, testEngines } from '../../testing/test-stores.ts';
import type { Task, TaskFilter } from './tasks.ts';

const count = 60;

/** Several share each due date, time of change, status and assignee, and some have no due date. */
function taskOf(number: number): Task {
  return sampleTask(number, {
    id: `task_${String(number).padStart(3, '0')}`,
    status: taskStatuses[number % taskStatuses.length] as Task['status'],
    dueAt: number % 5 === 0 ? null : (number * 7) % 12,
    updatedAt: (number * 11) % 20,
  });
}

for (const engine of testEngines()) {
  describe.skipIf(engine.missing !== undefined)(`lists of tasks on ${engine.name}`, () => {
    let test: TestStore;
    let store: Store;
    beforeEach(async () => {
      test = await engine.open();
      ({ store } = test);
      await store.perform(() => createAcme(store), { changes: true });
      await store.perform(
        function* () {
          for (let number = 1; number <= count; number++) yield* store.tasks.create(taskOf(number), null, nobodyAt(1));
        },
        { changes: true },
      );
    });
    afterEach(() => test[Symbol.asyncDispose]());

    const list = async (filter: Partial<TaskFilter>) =>
      await store.read(() => store.tasks.list({ orgId: acme.id, includeDone: true, limit: count, ...filter }));

    it('returns every page in the order of the whole list, with any filter', async () => {
      for (const order of ['due', 'created'] as const) {
        const whole = await list({ order });
        expect(whole).toHaveLength(count);
        for (const filter of [{}, { includeDone: false }, { status: 'todo' as const }, { dueBefore: 6 }]) {
          const wanted = await list({ order, ...filter });
          for (const since of [undefined, 0, 10, 19]) {
            const pages: Task[] = [];
            for (let after: Task | undefined; ; after = pages.at(-1)) {
              const page = await list({ order, ...filter, since, after, limit: 7 });
              pages.push(...page);
              expect(pages.length).toBeLessThanOrEqual(count);
              if (page.length < 7) break;
            }
            expect(pages.map(({ id }) => id)).toEqual(wanted.filter(({ updatedAt }) => updatedAt >= (since ?? 0)).map(({ id }) => id));
          }
        }
      }
    });
  });
}

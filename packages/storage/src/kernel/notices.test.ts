import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../engines/store.ts';
import { promptMs } from '../testing/promptly.ts';
import { acme, ada, sampleActivity } from '../testing/sample-rows.ts';
import { testEngines } from '../testing/test-stores.ts';
import { openTwoProcesses, type TwoProcesses } from '../testing/two-processes.ts';
import type { Subject } from './notices.ts';
import type { Op } from './ops.ts';

const record = (store: Store, changes: boolean, more: object = {}) =>
  store.perform(() => store.activity.record(sampleActivity(more)), { changes });

/** Counts the notices to a subscriber, and lets a test wait for the next one. */
function waiter(store: Store, subject: Subject, id: string = acme.id) {
  let told = 0;
  let next = Promise.withResolvers<void>();
  const stop = store.notices.subscribe(subject, id, () => {
    told++;
    next.resolve();
    next = Promise.withResolvers();
  });
  return {
    stop,
    get told() {
      return told;
    },
    next: () => next.promise,
  };
}

/** A listening connection is opened for the first subscriber. */
async function untilTold(waiting: { told: number }, writer: Store): Promise<void> {
  const tell = async () => {
    await record(writer, false);
    return waiting.told;
  };
  await expect.poll(tell, { interval: 20 }).toBeGreaterThan(1);
}

for (const engine of testEngines()) {
  describe.skipIf(engine.missing !== undefined)(`notices on ${engine.name}`, () => {
    let both: TwoProcesses;
    let here: Store;
    let there: Store;
    beforeEach(async () => {
      both = await openTwoProcesses(engine);
      ({ here, there } = both);
    });
    afterEach(() => both[Symbol.asyncDispose]());

    it.each(['this process', 'another process'])('announce a row that %s wrote, within a fraction of a second', async (who) => {
      const waiting = waiter(here, 'calls');
      const writer = who === 'this process' ? here : there;
      await untilTold(waiting, writer);
      const [next, started] = [waiting.next(), performance.now()];
      await record(writer, false);
      await next;
      expect(performance.now() - started).toBeLessThan(promptMs);
      waiting.stop();
    });

    it('announce changes by another process to subscribers of changes and of access', async () => {
      const [changes, access] = [waiter(here, 'changes'), waiter(here, 'access', ada.personId)];
      await untilTold(changes, there);
      for (let time = 0; time < 2; time++) {
        const told = Promise.all([changes.next(), access.next()]);
        const started = performance.now();
        await there.perform(removeAda, { changes: true });
        await told;
        // Ignores the first time, which a regular check may have found.
        if (time > 0) expect(performance.now() - started).toBeLessThan(promptMs);
      }
      changes.stop();
      access.stop();
    });

    /** Commits the change and its log row together, as a call does. */
    function* removeAda(): Op<void> {
      const person = yield* there.people.find(acme.id, ada.personId);
      yield* there.people.update(person!);
      yield* there.activity.record(sampleActivity({ itemType: 'person', itemId: ada.personId }));
    }

    it('are not sent to subscribers that have stopped', async () => {
      const [stopped, waiting] = [waiter(here, 'calls'), waiter(here, 'calls')];
      await untilTold(waiting, there);
      stopped.stop();
      const before = stopped.told;
      const next = waiting.next();
      await record(here, false);
      await next;
      expect(stopped.told).toBe(before);
      waiting.stop();
    });
  });
}

import { maxConnectSteps } from '@gatehouse/storage';
import { testEngines } from '@gatehouse/storage/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setUpOwner } from '../../testing/fake-browser.ts';
import { signClientIn } from '../../testing/fake-client.ts';
import { createWorld, type World } from '../../testing/test-world.ts';
import { sweepAccounts } from '../account-life/sweep-accounts.ts';
import { keepStep, type NotedStep, readStep } from './connect-step.ts';
import { createStepRecorder, type StepRecorder } from './step-recorder.ts';

const challenge: NotedStep = {
  step: 'challenge',
  requestId: 'req_1',
  status: 401,
  address: '192.0.2.1',
  asked: { shown: 'nothing' },
  answered: {},
};

for (const engine of testEngines()) {
  describe.skipIf(engine.missing !== undefined)(`sign-in steps of clients, on ${engine.name} (D57)`, () => {
    let world: World;
    let recorder: StepRecorder;
    const failed: unknown[] = [];
    beforeEach(async () => {
      world = await createWorld({ engine: engine.dialect });
      recorder = createStepRecorder({
        store: world.store,
        clock: () => world.clock.now,
        report: (error) => failed.push(error),
        delayMs: 60_000,
      });
    });
    afterEach(async () => {
      expect(failed).toEqual([]);
      await world[Symbol.asyncDispose]();
    });

    const kept = async () => (await world.store.read(() => world.store.connectSteps.list(0))).map(readStep);

    it('are stored once if they are equal, shortened, and without secrets', async () => {
      const asked = { scope: `gth_${'a'.repeat(49)} ${'x'.repeat(1000)}` };
      for (const requestId of ['req_1', 'req_2']) void recorder.note({ ...challenge, requestId, asked });
      world.clock.now++;
      void recorder.note({ ...challenge, userAgent: 'b\u0000c' });
      await recorder.close();
      const steps = await kept();
      expect(steps).toMatchObject([{ requestId: 'req_1', at: world.clock.now - 1 }, { userAgent: 'b c' }]);
      expect(steps[0]?.asked.scope).toBe(`… ${'x'.repeat(198)}`);
    });

    it('are limited per address, whatever they contain, and stored again after ten minutes', async () => {
      const flood = () => {
        for (let number = 0; number < 100; number++) void recorder.note({ ...challenge, userAgent: `client ${number}` });
      };
      flood();
      void recorder.note({ ...challenge, address: '192.0.2.2' });
      await recorder.close();
      expect(await kept()).toHaveLength(61);
      world.clock.now += 10 * 60_000;
      flood();
      await recorder.close();
      expect(await kept()).toHaveLength(121);
    });

    it('are in the log before the answer if a known caller is refused, however many steps wait', async () => {
      for (let number = 0; number < 200; number++) void recorder.note({ ...challenge, address: `192.0.2.${number}` });
      const { accountId, orgId } = await signClientIn(world, await setUpOwner(world));
      const refused: NotedStep = { ...challenge, step: 'authorization', status: 400, answered: { error: 'invalid_target' }, accountId };
      await recorder.note(refused);
      const rows = await world.store.read(() => world.store.activity.list({ orgId, limit: 1 }));
      expect(rows).toMatchObject([{ tool: 'oauth_authorization', outcome: 'invalid_request' }]);
    });

    it('are limited in number, separately for known and unknown callers, and stored for a day', async () => {
      const { store } = world;
      const { requestId: _none, ...unknown } = challenge;
      await store.perform(
        function* () {
          yield* keepStep(store, { ...unknown, step: 'token', accountId: 'account_1' }, world.clock.now);
          for (let number = 0; number < maxConnectSteps + 5; number++) yield* keepStep(store, unknown, world.clock.now + 1);
          yield* store.connectSteps.trim();
        },
        { changes: true },
      );
      const steps = await kept();
      expect([steps.length, steps[0]?.step]).toEqual([maxConnectSteps + 1, 'token']);
      await sweepAccounts({ store, now: world.clock.now + 24 * 60 * 60_000 });
      expect((await kept()).length).toBe(maxConnectSteps);
      await sweepAccounts({ store, now: world.clock.now + 24 * 60 * 60_000 + 1 });
      expect(await kept()).toEqual([]);
    });
  });
}

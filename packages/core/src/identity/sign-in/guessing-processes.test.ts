import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGateway } from '../../gateway/pipeline/gateway.ts';
import { createRegistry } from '../../gateway/registry/registry.ts';
import { allTools } from '../../gateway/tools/all-tools.ts';
import { openBrowser, setUpOwner } from '../../testing/fake-browser.ts';
import { createFakeMailer } from '../../testing/fake-mailer.ts';
import { callOn, createWorld, engines, type World } from '../../testing/test-world.ts';

const email = 'owner@acme.test';
/** Concurrent attempts: fewer than a process can hash and queue, so that only the limit refuses them. */
const eachAtOnce = 14;

describe.each(engines)('concurrent attempts at two processes on $engine (D41)', ({ engine, missing }) => {
  describe.skipIf(missing !== undefined)('', () => {
    let world: World;
    let other: Pick<World, 'call'>;
    beforeAll(async () => {
      const mailer = createFakeMailer();
      world = await createWorld({ engine, mailer });
      await setUpOwner(world);
      const { settings } = world.gateway;
      const registry = createRegistry(allTools);
      const second = createGateway({ store: await world.openAnother(), registry, settings, mailer, clock: () => world.clock.now, report });
      other = { call: (credential, tool, input) => callOn(second, credential, tool, input, { origin: { entrance: 'console' } }) };
    });
    afterAll(async () => {
      await world[Symbol.asyncDispose]();
    });
    const report = (error: Error) => world.reported.push(error);

    /** Counts each kind of answer. */
    async function tryAtOnce(tool: string, input: object): Promise<Record<string, number>> {
      const places = Array.from({ length: 2 * eachAtOnce }, (_, number) => (number % 2 === 0 ? world : other));
      const answers = await Promise.all(places.map((place) => openBrowser(place).call(tool, input)));
      const told = Object.groupBy(answers, (answer) => (answer.ok ? 'ok' : (answer.error.reason ?? answer.error.code)));
      expect(world.reported).toEqual([]);
      return Object.fromEntries(Object.entries(told).map(([what, all]) => [what, all?.length ?? 0]));
    }

    it('let only ten passwords be tried', async () => {
      const tried = await tryAtOnce('sign_in', { email, password: 'wrong horse battery' });
      expect(tried).toEqual({ wrong_password: 10, too_many_tries: 2 * eachAtOnce - 10 });
    });

    it('let only ten mails be requested', async () => {
      expect(await tryAtOnce('request_reset', { email })).toEqual({ ok: 10, too_many_tries: 2 * eachAtOnce - 10 });
    });
  });
});

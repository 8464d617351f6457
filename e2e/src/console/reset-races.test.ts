import { createAuthenticator } from '@gatehouse/core/testing';
import type { Op } from '@gatehouse/storage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgresEngine } from '../kit/engines.ts';
import { until } from '../kit/until.ts';
import { type Browser, goodPassword, openBrowser, secretOf } from './browser.ts';
import { openPeopleWorld, type PeopleWorld } from './people-world.ts';

const newPassword = 'staple correct horse';

/** Only on Postgres can a reset run during another transaction. SQLite runs one after another. */
describe.skipIf(postgresEngine.missing !== undefined)('a reset during actions with the old password, on Postgres', () => {
  let world: PeopleWorld;
  beforeAll(async () => {
    world = await openPeopleWorld({ engine: postgresEngine });
    // Passkeys need a name.
    world.settings.consoleUrl = world.url.replace('127.0.0.1', 'localhost');
  });
  afterAll(async () => {
    expect(world.faults).toEqual([]);
    await world[Symbol.asyncDispose]();
  });

  /**
   * Makes a call and holds it just before it changes the database. Resets the password until that is done or waits for a lock, then lets
   * the call continue.
   */
  async function resetWithin(email: string, stop: (gate: () => Op<void>) => () => void, call: () => Promise<unknown>, keep: string[] = []) {
    const { link } = await world.ownerBrowser.ok('create_reset_link', { email }, world.orgId);
    const [arrived, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const goOn = stop(function* () {
      arrived.resolve();
      yield () => gate.promise;
    });
    const called = call();
    await arrived.promise;
    goOn();
    let isReset = false;
    const reset = openBrowser(world.url)
      .ok('reset_password', { secret: secretOf(link), newPassword, keep })
      .finally(() => (isReset = true));
    const isWaiting = async () => (await postgresEngine.query(world.folder, 'select 1 from pg_locks where not granted')).length > 0;
    await until('the reset is done, or waits', async () => isReset || (await isWaiting()));
    gate.resolve();
    await Promise.all([called, reset]);
  }

  /** Holds the creation of sessions until `gate` has passed. */
  function stopSession(gate: () => Op<void>): () => void {
    const { sessions } = world.store;
    const { create } = sessions;
    sessions.create = function* (session) {
      yield* gate();
      yield* create(session);
    };
    return () => {
      sessions.create = create;
    };
  }

  const signsIn = async (email: string, password: string) =>
    (await openBrowser(world.url).post('sign_in', { email, password })).status === 200;

  it('ends a session that the old password opens at the same time', async () => {
    const email = 'signing-in@acme.test';
    await world.join(email, 'member');
    const browser = openBrowser(world.url);
    await resetWithin(email, stopSession, () => browser.ok('sign_in', { email, password: goodPassword }));
    expect(browser.cookies.size).toBe(2);
    expect(await browser.refused('my_account')).toBe('unauthorized');
  });

  it('ends a session that a passkey opens at the same time, even if the passkey is kept', async () => {
    const email = 'with-a-passkey@acme.test';
    const member = await world.join(email, 'member');
    const authenticator = createAuthenticator({ origin: world.settings.consoleUrl });
    const passkey = await addPasskey(member, authenticator);
    const browser = openBrowser(world.url);
    const { options } = await browser.ok('begin_passkey_sign_in');
    await resetWithin(email, stopSession, () => browser.ok('sign_in_passkey', { passkey: authenticator.get(options) }), [passkey.id]);
    expect(browser.cookies.size).toBe(2);
    expect(await browser.refused('my_account')).toBe('unauthorized');
  });

  it('is not undone by a concurrent change of the name', async () => {
    const email = 'renamed@acme.test';
    const member = await world.join(email, 'member');
    const { accounts } = world.store;
    const { setName } = accounts;
    const stopName = (gate: () => Op<void>) => {
      accounts.setName = function* (id, name) {
        yield* gate();
        yield* setName(id, name);
      };
      return () => {
        accounts.setName = setName;
      };
    };
    await resetWithin(email, stopName, () => member.ok('change_name', { name: 'Another' }));
    expect([await signsIn(email, goodPassword), await signsIn(email, newPassword)]).toEqual([false, true]);
  });
});

async function addPasskey(browser: Browser, authenticator: ReturnType<typeof createAuthenticator>) {
  const { options } = await browser.ok('begin_passkey', { password: goodPassword });
  return await browser.ok('add_passkey', { name: 'Laptop', passkey: authenticator.create(options) });
}

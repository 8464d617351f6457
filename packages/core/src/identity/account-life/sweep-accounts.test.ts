import { expect, it } from 'vitest';
import { openBrowser, secretOf, setUpOwner } from '../../testing/fake-browser.ts';
import { createWorld } from '../../testing/test-world.ts';
import { sweepAccounts } from './sweep-accounts.ts';

const day = 24 * 60 * 60 * 1000;

it('sweepAccounts removes expired records, and nothing that can still be used', async () => {
  await using world = await createWorld();
  const { store, clock } = world;
  const owner = await setUpOwner(world, '192.0.2.1');
  const secret = secretOf(await owner.ok('invite_person', { email: 'bob@acme.test' }, world.orgId));
  await openBrowser(world, '192.0.2.1').refused('sign_in', { email: 'owner@acme.test', password: 'wrong horse' });
  const left = async () => ({
    sessions: (await store.read(() => store.sessions.list(account.id, 0))).length,
    link: await openBrowser(world).call('read_link', { secret }),
  });
  const { account } = await owner.ok('my_account');
  const sweep = () => sweepAccounts({ store, now: clock.now });
  await sweep();
  expect(await left()).toMatchObject({ sessions: 1, link: { ok: true } });
  clock.now += 8 * day;
  await sweep();
  expect(await left()).toMatchObject({ sessions: 1, link: { ok: false, error: { message: expect.stringContaining('has expired') } } });
  clock.now += 30 * day;
  await sweep();
  expect(await left()).toMatchObject({ sessions: 0, link: { ok: false, error: { message: expect.stringContaining('is unknown') } } });
  await expect(store.read(() => store.guesses.newest('address', Buffer.alloc(32), 0, 1))).resolves.toEqual([]);
});

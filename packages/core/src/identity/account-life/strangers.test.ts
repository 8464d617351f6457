import { minuteMs } from '@gatehouse/domain';
import type { Op } from '@gatehouse/storage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepForStranger, releaseFromStranger } from '../../kernel/strangers/keep-for-stranger.ts';
import { networksOf } from '../../kernel/strangers/networks.ts';
import { type StrangerLimits, strangerLimits } from '../../kernel/strangers/stranger-limits.ts';
import { goodPassword, openBrowser, secretOf, setUpOwner } from '../../testing/fake-browser.ts';
import { createFakeMailer, linkIn } from '../../testing/fake-mailer.ts';
import { createWorld, engines, type World } from '../../testing/test-world.ts';

it.each([
  ['192.0.2.7', '192.0.0.0/16', '192.0.2.0/24', '192.0.2.7'],
  ['2001:db8:1:2fe::/64', '2001:db8:1::/48', '2001:db8:1:200::/56', '2001:db8:1:2fe::/64'],
  ['2001:db8:1:0::/64', '2001:db8:1::/48', '2001:db8:1:0::/56', '2001:db8:1:0::/64'],
])('counts %s in its networks (D64)', (address, wide, middle, narrow) => {
  expect(networksOf(address)).toEqual({ wide, middle, narrow });
});

const ownerEmail = 'owner@acme.test';

const mebibyte = 1024 * 1024;
const limit = { rows: 32, bytes: mebibyte };
const limits: StrangerLimits = {
  kinds: {
    request: { ...limit, evicts: true },
    client: { ...limit, evicts: true },
    try: { ...limit, evicts: false },
    log: { ...limit, evicts: false },
  },
  all: { rows: 64, bytes: mebibyte },
};

describe.each(engines)('rows stored by strangers, on $engine (D64)', ({ engine, missing }) => {
  describe.skipIf(missing !== undefined)('', () => {
    let world: World;
    let number = 0;
    const mailer = createFakeMailer();
    beforeAll(async () => {
      world = await createWorld({ engine, mailer });
      await setUpOwner(world);
    });
    afterAll(async () => await world[Symbol.asyncDispose]());
    const change = <T>(program: () => Op<T>) => world.store.perform(program, { changes: true });

    async function emptied(): Promise<void> {
      await change(function* () {
        yield* world.store.strangerRows.removeOld(Number.MAX_SAFE_INTEGER);
        yield* world.store.oauthClients.removeUnused(Number.MAX_SAFE_INTEGER);
      });
    }

    /** Registers clients, and gives their names: null for one that was refused. */
    async function register(address: string | undefined, count: number, { kind = 'client', bytes = 100 } = {}): Promise<string[]> {
      const names: string[] = [];
      for (let more = 0; more < count; more++) {
        const id = `client_${(number += 1)}`;
        const createdAt = world.clock.now + number;
        const what = { kind: kind as 'client' | 'try', id, bytes, address, createdAt, expiresAt: createdAt + 1000 };
        const isKept = await change(function* () {
          if (!(yield* keepForStranger(world.store, what, limits))) return false;
          if (kind === 'client') yield* world.store.oauthClients.create({ id, metadata: {}, address: null, createdAt });
          return true;
        });
        if (isKept) names.push(id);
      }
      return names;
    }
    const left = async (names: string[]) => {
      const found = await Promise.all(names.map((id) => world.store.read(() => world.store.oauthClients.find(id))));
      return found.filter((client) => client !== undefined).length;
    };

    it('make room within the network that has too many, oldest first', async () => {
      await emptied();
      const honest = await register('2001:db8:2:1::/64', 1);
      const narrow = await register('2001:db8:1:101::/64', 3);
      expect(await left(narrow)).toBe(2);
      expect(await left([narrow[0] ?? ''])).toBe(0);
      // The /56 has an eighth and the /48 a quarter, from however many /64 it asks.
      const middle: string[] = [];
      for (let net = 0; net < 8; net++) middle.push(...(await register(`2001:db8:1:1${net}0::/64`, 1)));
      const wide: string[] = [];
      for (let net = 0; net < 20; net++) wide.push(...(await register(`2001:db8:1:${net + 16}00::/64`, 1)));
      expect(await left([...narrow, ...middle, ...wide])).toBe(8);
      expect(await left(honest)).toBe(1);
    });

    it('are removed from the network with the most if all have too many', async () => {
      await emptied();
      const few = await register('198.51.100.1', 1);
      for (let net = 0; net < 5; net++) for (let host = 0; host < 5; host++) await register(`10.${net}.${host}.1`, 2);
      expect(await left(few)).toBe(1);
      const { rows } = (await world.store.read(() => world.store.strangerRows.kinds())).find(({ kind }) => kind === 'client') ?? {};
      expect(rows).toBe(32);
    });

    it('share half of the room if their callers have an uninformative address', async () => {
      await emptied();
      const named = await register('192.0.2.1', 1);
      const unnamed = await register(undefined, 40);
      expect([await left(unnamed), await left(named)]).toEqual([16, 1]);
    });

    it('are limited by bytes in the same way', async () => {
      await emptied();
      const names = await register('192.0.2.1', 4, { bytes: 30_000 });
      expect(await left(names)).toBe(2);
      expect(await register('192.0.2.1', 1, { bytes: mebibyte })).toEqual([]);
    });

    it('are refused if they are counters and too many, because counters are never removed', async () => {
      await emptied();
      expect(await register('192.0.2.1', 3, { kind: 'try' })).toHaveLength(2);
      expect(await register('192.0.3.1', 1, { kind: 'try' })).toHaveLength(1);
      // In all there is room for 64, and counters do not make way for clients.
      const clients: string[] = [];
      for (let net = 0; net < 16; net++) clients.push(...(await register(`10.${net}.0.1`, 2)));
      for (let net = 0; net < 16; net++) await register(`11.${net}.0.1`, 2, { kind: 'try' });
      expect((await world.store.read(() => world.store.strangerRows.kinds())).map(({ kind, rows }) => [kind, rows])).toEqual(
        expect.arrayContaining([
          ['try', 32],
          ['client', 32],
        ]),
      );
    });

    it('stay if a known caller has opened them', async () => {
      await emptied();
      const [opened = ''] = await register('192.0.2.1', 1);
      await change(() => releaseFromStranger(world.store, opened));
      await register('192.0.2.1', 5);
      expect(await left([opened])).toBe(1);
    });

    it('are folded in the log if strangers have too many', async () => {
      await emptied();
      const { rows } = strangerLimits.kinds.log;
      const what = { kind: 'log', bytes: 1, createdAt: world.clock.now, expiresAt: world.clock.now + 1_000_000 } as const;
      await change(function* () {
        for (let row = 0; row < rows / 16; row++)
          yield* keepForStranger(world.store, { ...what, id: `visitor ${row}`, address: '203.0.113.9' });
      });
      for (const address of ['203.0.113.9', '203.0.113.9', '198.51.100.9']) await openBrowser(world, address).ok('sign_in_options');
      const logged = await world.store.read(() => world.store.activity.list({ orgId: '', limit: 10 }));
      const asked = logged.filter(({ tool }) => tool === 'sign_in_options');
      expect(asked.map(({ keyId, count }) => [keyId, count])).toEqual([
        ['visitor 198.51.100.9 sign_in_options', 1],
        ['visitor elsewhere sign_in_options', 2],
      ]);
    });

    it('are folded in the log of an organization too, if strangers try passwords of its people', async () => {
      await emptied();
      const rowsOf = async (tool: string) => {
        const rows = await world.store.read(() => world.store.activity.list({ orgId: world.orgId, limit: 100 }));
        return rows.filter((row) => row.tool === tool).map(({ outcome, count }) => [outcome, count]);
      };
      const { rows } = strangerLimits.kinds.log;
      const address = '203.0.113.9';
      const what = { kind: 'log', address, bytes: 1, createdAt: world.clock.now, expiresAt: world.clock.now + 1_000_000 } as const;
      await change(function* () {
        for (let row = 0; row < rows / 16; row++) yield* keepForStranger(world.store, { ...what, id: `visitor ${row}` });
      });
      const wrong = { email: ownerEmail, password: 'wrong horse battery' };
      for (let tries = 0; tries < 4; tries++) await openBrowser(world, address).refused('sign_in', wrong);
      for (let tries = 0; tries < 13; tries++) await openBrowser(world, '198.51.100.7').refused('sign_in', wrong);
      await openBrowser(world, address).ok('sign_in', { email: ownerEmail, password: goodPassword });
      const counted = (await rowsOf('sign_in')).toSorted();
      expect(counted).toEqual([['ok', 1], ...Array(10).fill(['unauthorized', 1]), ['unauthorized', 4]]);
    });

    it('include no more links for a new password than are valid at a time', async () => {
      await emptied();
      const stranger = openBrowser(world, '198.51.100.9');
      const asked = mailer.sent.length;
      for (let round = 0; round < 5; round++) {
        if (round > 0) world.clock.now += 15 * minuteMs;
        for (let mails = 0; mails < 10; mails++) await stranger.ok('request_reset', { email: ownerEmail });
      }
      const links = mailer.sent.slice(asked).map((mail) => secretOf({ link: linkIn(mail) }));
      const stateOf = async (secret: string) => {
        const read = await stranger.call('read_link', { secret });
        return read.ok ? 'works' : read.error.detail;
      };
      const states = [];
      for (const link of links) states.push(await stateOf(link));
      expect(states).toEqual([...Array(10).fill('unknown'), ...Array(40).fill('works')]);
    });
  });
});

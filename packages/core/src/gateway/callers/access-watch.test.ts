import { testEngines } from '@gatehouse/storage/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Credential } from '../../kernel/context/context.ts';
import { GatewayError } from '../../kernel/errors/errors.ts';
import { goodPassword, join, openBrowser, setUpOwner } from '../../testing/fake-browser.ts';
import { createWorld, type World } from '../../testing/test-world.ts';
import { createAccessWatch } from './access-watch.ts';

for (const engine of testEngines()) {
  describe.skipIf(engine.missing !== undefined)(`createAccessWatch on ${engine.name}`, () => {
    let world: World;

    beforeEach(async () => {
      world = await createWorld({ engine: engine.dialect });
    });
    afterEach(async () => await world[Symbol.asyncDispose]());

    /** Watches a key or a session; `lost` resolves with the reason why access ended. */
    async function watch(given: string | Credential, clock: () => number = () => world.clock.now, store = world.store) {
      const credential = typeof given === 'string' ? ({ type: 'key', key: given } as const) : given;
      const lost = Promise.withResolvers<string>();
      let times = 0;
      const access = createAccessWatch({ store, clock, report: (error) => expect.unreachable(String(error)) });
      const stop = await access.watch(credential, ({ message }: GatewayError) => {
        times++;
        lost.resolve(message);
      });
      return {
        stop,
        lost: lost.promise,
        get times() {
          return times;
        },
      };
    }

    async function createKey(): Promise<{ key: string; keyId: string }> {
      const agent = await world.ok(world.owner, 'create_agent', { name: 'watched' });
      return await world.ok(world.owner, 'create_key', { agentId: agent.id, access: 'read' });
    }

    it('notifies once about a revoked key, and not about other keys of the organization', async () => {
      const other = await watch(await world.key(world.owner, 'read'));
      const { key, keyId } = await createKey();
      const watched = await watch(key);
      await world.ok(world.owner, 'revoke_key', { keyId });
      expect(await watched.lost).toContain('was revoked');
      await world.ok(world.owner, 'revoke_key', { keyId });
      expect([watched.times, other.times]).toEqual([1, 0]);
      await other.stop();
    });

    it('reports changed limits of a key and whether they are narrower, or ends a watch without that option (D49.6)', async () => {
      const { key, keyId } = await createKey();
      const plain = await watch(key);
      const changes: boolean[] = [];
      const access = createAccessWatch({
        store: world.store,
        clock: () => world.clock.now,
        report: (error) => expect.unreachable(String(error)),
      });
      const lost = () => expect.unreachable('a key whose limits change still works');
      const stop = await access.watch({ type: 'key', key }, lost, (isNarrower) => void changes.push(isNarrower));
      await world.ok(world.owner, 'edit_key', { keyId, search: 'best' });
      await world.ok(world.owner, 'edit_key', { keyId, tools: ['search'] });
      await expect.poll(() => changes).toEqual([true]);
      expect(await plain.lost).toContain('narrowed');
      await world.ok(world.owner, 'edit_key', { keyId, clear: ['tools'] });
      await expect.poll(() => changes).toEqual([true, false]);
      await stop();
    });

    it('reports to another process that the person of a key left a group, or ends a watch without that option (D77.4)', async () => {
      const bob = await world.addPerson('bob@acme.test');
      const emails = ['bob@acme.test'];
      const { groupId } = await world.ok(world.owner, 'create_group', { name: 'Design', emails });
      const key = await world.key(bob, 'read');
      const there = await world.openAnother();
      const plain = await watch(key, undefined, there);
      const changes: boolean[] = [];
      const access = createAccessWatch({
        store: there,
        clock: () => world.clock.now,
        report: (error) => expect.unreachable(String(error)),
      });
      const lost = () => expect.unreachable('a key whose person leaves a group still works');
      const stop = await access.watch({ type: 'key', key }, lost, (isNarrower) => void changes.push(isNarrower));
      await world.ok(world.owner, 'remove_from_group', { groupId, emails });
      await expect.poll(() => changes).toEqual([true]);
      expect(await plain.lost).toContain('left a group');
      await world.ok(world.owner, 'add_to_group', { groupId, emails });
      await expect.poll(() => changes).toEqual([true, false]);
      await stop();
    });

    it('notifies about the key of a removed person', async () => {
      const member = await world.addPerson('member@acme.test');
      const watched = await watch(await world.key(member, 'read'));
      await world.ok(world.owner, 'remove_person', { email: 'member@acme.test' });
      expect(await watched.lost).toContain('unknown');
    });

    it('notifies about an expired key without an event', async () => {
      let startedAt = Number.POSITIVE_INFINITY;
      const key = await world.key(world.owner, 'read', { expiresAt: world.clock.now + 200 });
      // Stops the clock until the key is watched.
      const watched = await watch(key, () => world.clock.now + Math.max(0, performance.now() - startedAt));
      startedAt = performance.now();
      expect(await watched.lost).toContain('expired');
    });

    it('notifies about a rotated key when its overlap ends', async () => {
      const { key, keyId } = await createKey();
      let startedAt = Number.POSITIVE_INFINITY;
      // Holds the clock 200 ms before the end of the overlap, and starts it when the key is rotated.
      const watched = await watch(key, () => world.clock.now + 3_600_000 - 200 + Math.max(0, performance.now() - startedAt));
      await world.ok(world.owner, 'rotate_key', { keyId, overlapMinutes: 60 });
      startedAt = performance.now();
      expect(await watched.lost).toContain('expired');
    });

    it('notifies immediately about a key that was rotated without overlap', async () => {
      const { key, keyId } = await createKey();
      const watched = await watch(key);
      await world.ok(world.owner, 'rotate_key', { keyId, overlapMinutes: 0 });
      expect(await watched.lost).toContain('expired');
    });

    it('notifies about an ended session, and not about other sessions of its account', async () => {
      const first = await setUpOwner(world);
      const second = openBrowser(world);
      await second.ok('sign_in', { email: 'owner@acme.test', password: goodPassword });
      const watched = await watch(first.credential(world.orgId));
      const other = await watch(second.credential(world.orgId));
      await second.ok('end_other_sessions');
      expect(await watched.lost).toContain('has ended');
      expect(other.times).toBe(0);
      await second.ok('sign_out');
      expect(await other.lost).toContain('has ended');
      await expect(watch(first.credential())).rejects.toMatchObject({ code: 'unauthorized' });
    });

    it('notifies about the session of a person who is removed or gets another role', async () => {
      const owner = await setUpOwner(world);
      const bob = await join(world, owner, 'bob@acme.test', 'member');
      const asMember = await watch(bob.credential(world.orgId));
      await owner.ok('set_person_role', { email: 'bob@acme.test', role: 'admin' }, world.orgId);
      expect(await asMember.lost).toContain('role has changed');
      const asAdmin = await watch(bob.credential(world.orgId));
      await owner.ok('remove_person', { email: 'bob@acme.test' }, world.orgId);
      expect(await asAdmin.lost).toContain('does not belong to this organization');
    });

    it('notifies about a session that another process has ended', async () => {
      const owner = await setUpOwner(world);
      const elsewhere = openBrowser(world);
      await elsewhere.ok('sign_in', { email: 'owner@acme.test', password: goodPassword });
      const watched = await watch(owner.credential(world.orgId), undefined, await world.openAnother());
      await elsewhere.ok('change_password', { password: goodPassword, newPassword: 'staple correct horse' });
      expect(await watched.lost).toContain('has ended');
    });

    it('refuses to watch an invalid key', async () => {
      const { key, keyId } = await createKey();
      await world.ok(world.owner, 'revoke_key', { keyId });
      await expect(watch(key)).rejects.toMatchObject({ code: 'unauthorized' });
    });

    it('does not notify a subscriber that stopped during a look-up', async () => {
      const { key, keyId } = await createKey();
      const [asked, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      let isHeld = false;
      let looked: Promise<unknown> = Promise.resolve();
      const read: World['store']['read'] = (program) => {
        if (!isHeld) {
          const answer = world.store.read(program);
          looked = answer;
          return answer;
        }
        asked.resolve();
        const answer = goOn.promise.then(() => world.store.read(program));
        looked = answer;
        return answer;
      };
      let times = 0;
      const access = createAccessWatch({
        store: { ...world.store, read },
        clock: () => world.clock.now,
        report: (error) => expect.unreachable(String(error)),
      });
      const stop = await access.watch({ type: 'key', key }, () => times++);
      isHeld = true;
      // A late notice about the new key can have begun a look-up.
      await looked;
      await world.ok(world.owner, 'revoke_key', { keyId });
      await asked.promise;
      let isStopped = false;
      const stopped = stop().then(() => {
        isStopped = true;
      });
      await new Promise(setImmediate);
      // The look-up can still ask the database, which may be closed next.
      expect(isStopped).toBe(false);
      goOn.resolve();
      await expect(looked).rejects.toThrow('was revoked');
      await stopped;
      expect(times).toBe(0);
    });

    it('does not notify a subscriber that has stopped', async () => {
      const { key, keyId } = await createKey();
      const [stopped, watched] = [await watch(key), await watch(key)];
      await stopped.stop();
      await world.ok(world.owner, 'revoke_key', { keyId });
      await watched.lost;
      expect(stopped.times).toBe(0);
    });

    // Runs on one engine, because the engines differ only in when notices arrive.
    describe.runIf(engine.dialect === 'sqlite')('resources of a watch', () => {
      /** A watch whose subscriptions and questions are counted; `before` is called before each question. */
      function createCountedWatch(before: (question: number) => void | Promise<void> = () => {}, clock = () => world.clock.now) {
        const subscribed: string[] = [];
        const ended: string[] = [];
        const reported: unknown[] = [];
        const lost: string[] = [];
        let questions = 0;
        const { store } = world;
        const access = createAccessWatch({
          store: {
            ...store,
            async read(program) {
              await before(++questions);
              return await store.read(program);
            },
            notices: {
              subscribe(subject, id, told) {
                const end = store.notices.subscribe(subject, id, told);
                subscribed.push(id);
                return () => {
                  ended.push(id);
                  end();
                };
              },
            },
          },
          clock,
          report: (error) => reported.push(error),
        });
        return {
          subscribed,
          ended,
          reported,
          lost,
          questions: () => questions,
          watch: (credential: Credential) => access.watch(credential, ({ message }) => lost.push(message)),
        };
      }

      it('are released when it ends: subscriptions and the expiry timer', async () => {
        const { key, keyId } = await createKey();
        const expiring = await world.key(world.owner, 'read', { expiresAt: world.clock.now + 60_000 });
        vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
        try {
          const held = createCountedWatch();
          const stop = await held.watch({ type: 'key', key });
          expect(held.subscribed).toEqual([keyId, world.orgId, world.owner.personId]);
          // A key without an expiry needs no timer, and only two look-ups.
          expect([vi.getTimerCount(), held.questions()]).toEqual([0, 2]);
          await stop();
          expect(held.ended).toEqual(held.subscribed);
          const stopExpiring = await held.watch({ type: 'key', key: expiring });
          expect(vi.getTimerCount()).toBe(1);
          await stopExpiring();
          expect([vi.getTimerCount(), held.ended.length]).toEqual([0, 6]);
        } finally {
          vi.useRealTimers();
        }
      });

      it('are a subscription to the person only, if the caller has no key', async () => {
        const held = createCountedWatch();
        const stop = await held.watch(world.owner);
        expect(held.subscribed).toEqual([world.owner.personId]);
        await stop();
        expect(held.ended).toEqual(held.subscribed);
      });

      it('are released if the key was revoked while the watch was starting', async () => {
        const { key, keyId } = await createKey();
        const held = createCountedWatch(async (question) => {
          if (question === 2) await world.ok(world.owner, 'revoke_key', { keyId });
        });
        await expect(held.watch({ type: 'key', key })).rejects.toMatchObject({ code: 'unauthorized' });
        expect(held.subscribed).toHaveLength(3);
        expect(held.ended).toEqual(held.subscribed);
        expect(held.lost).toEqual([]);
      });

      it('include the expiry of a key that ends while the watch starts, to the millisecond', async () => {
        const end = world.clock.now + 1000;
        const key = await world.key(world.owner, 'read', { expiresAt: end });
        let asked = 0;
        // The key is valid at the first two look-ups. Then the clock stops at its expiry.
        const held = createCountedWatch(undefined, () => (++asked <= 2 ? end - 1 : end));
        await held.watch({ type: 'key', key });
        await expect.poll(() => held.lost).toEqual([expect.stringContaining('expired')]);
      });

      it('stay after a failed look-up, which is reported without declaring the key invalid', async () => {
        const { key, keyId } = await createKey();
        const faults = [new Error('the database is away'), new GatewayError('internal_error', 'too much to do')];
        const held = createCountedWatch((question) => {
          const fault = faults[question - 3];
          if (fault) throw fault;
        });
        await held.watch({ type: 'key', key });
        await world.ok(world.owner, 'revoke_key', { keyId });
        await expect.poll(() => held.reported).toContain(faults[0]);
        expect(held.lost).toEqual([]);
        expect(held.ended).toEqual([]);
        // The next notice causes another look-up.
        while (held.lost.length === 0) {
          await world.ok(world.owner, 'revoke_key', { keyId });
          await new Promise(setImmediate);
        }
        expect(held.reported).toEqual(faults);
      });
    });
  });
}

import type { Store } from '@gatehouse/storage';
import { testEngines } from '@gatehouse/storage/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { GatewayError } from '../errors.ts';
import { createWorld, type World } from '../test-world.ts';
import { createAccessWatch } from './access-watch.ts';

const engines: readonly { name: string; dialect: Store['dialect']; missing: string | undefined }[] = testEngines();

for (const engine of engines) {
  describe.skipIf(engine.missing !== undefined)(`createAccessWatch on ${engine.name}`, () => {
    let world: World;

    beforeEach(async () => {
      world = await createWorld({ engine: engine.dialect });
    });
    afterEach(async () => await world[Symbol.asyncDispose]());

    /** Watches a key; `lost` resolves with what was wrong with it. */
    async function watch(key: string, clock: () => number = () => world.clock.now) {
      const lost = Promise.withResolvers<string>();
      let times = 0;
      const access = createAccessWatch({ store: world.store, clock, report: (error) => expect.unreachable(String(error)) });
      const stop = await access.watch({ type: 'key', key }, ({ message }: GatewayError) => {
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

    it('tells once of a key that is revoked, and not of the other keys of the organization', async () => {
      const other = await watch(await world.key(world.owner, 'read'));
      const { key, keyId } = await createKey();
      const watched = await watch(key);
      await world.ok(world.owner, 'revoke_key', { keyId });
      expect(await watched.lost).toContain('was revoked');
      await world.ok(world.owner, 'revoke_key', { keyId });
      expect([watched.times, other.times]).toEqual([1, 0]);
      other.stop();
    });

    it('tells of the key of a person who is removed', async () => {
      const member = await world.addPerson('member@acme.test');
      const watched = await watch(await world.key(member, 'read'));
      await world.ok(world.owner, 'remove_person', { email: 'member@acme.test' });
      expect(await watched.lost).toContain('not known here');
    });

    it('tells of a key that expires, without being told', async () => {
      let startedAt = Number.POSITIVE_INFINITY;
      const key = await world.key(world.owner, 'read', { expiresAt: world.clock.now + 200 });
      // Time stands still until it is watched.
      const watched = await watch(key, () => world.clock.now + Math.max(0, performance.now() - startedAt));
      startedAt = performance.now();
      expect(await watched.lost).toContain('expired');
    });

    it('watches no key that is not good', async () => {
      const { key, keyId } = await createKey();
      await world.ok(world.owner, 'revoke_key', { keyId });
      await expect(watch(key)).rejects.toMatchObject({ code: 'unauthorized' });
    });

    it('tells nobody who has stopped while it looked', async () => {
      const { key, keyId } = await createKey();
      const [asked, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      let isHeld = false;
      let looked: Promise<unknown> = Promise.resolve();
      const read: World['store']['read'] = (program) => {
        if (!isHeld) return world.store.read(program);
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
      await world.ok(world.owner, 'revoke_key', { keyId });
      await asked.promise;
      stop();
      goOn.resolve();
      await expect(looked).rejects.toThrow('was revoked');
      await new Promise(setImmediate);
      expect(times).toBe(0);
    });

    it('tells nobody who has stopped watching', async () => {
      const { key, keyId } = await createKey();
      const [stopped, watched] = [await watch(key), await watch(key)];
      stopped.stop();
      await world.ok(world.owner, 'revoke_key', { keyId });
      await watched.lost;
      expect(stopped.times).toBe(0);
    });
  });
}

import { testEngines } from '@gatehouse/storage/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, type World } from '../../testing/test-world.ts';

const hourMs = 3_600_000;
for (const engine of testEngines()) {
  describe.skipIf(engine.missing !== undefined)(`rotate_key on ${engine.name} (D10)`, () => {
    let world: World;
    let now: number;
    beforeEach(async () => {
      world = await createWorld({ engine: engine.dialect });
      now = world.clock.now;
    });
    afterEach(async () => await world[Symbol.asyncDispose]());

    async function make(given: object = {}, person = world.owner): Promise<{ key: string; keyId: string; agentId: string }> {
      const agent = await world.ok(person, 'create_agent', { name: 'robot' });
      return await world.ok(person, 'create_key', {
        agentId: agent.id,
        access: 'read',
        name: 'nightly',
        tools: ['whoami', 'search'],
        ...given,
      });
    }

    const works = async (...keys: string[]) => await Promise.all(keys.map(async (key) => (await world.call(key, 'whoami')).ok));

    it('creates a new secret with the same agent, access and limits, and the old one works for another day', async () => {
      const old = await make();
      const made = await world.ok(world.owner, 'rotate_key', { keyId: old.keyId });
      expect(made).toMatchObject({ agentId: old.agentId, access: 'read', name: 'nightly', tools: ['whoami', 'search'], expiresAt: null });
      expect(made).toMatchObject({ replaces: old.keyId, replacedUntil: now + 24 * hourMs, replacedBy: null });
      expect((await world.ok(world.owner, 'list_keys')).keys).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ keyId: old.keyId, replacedBy: made.keyId, expiresAt: now + 24 * hourMs }),
          expect.objectContaining({ keyId: made.keyId, replacedBy: null, expiresAt: null }),
        ]),
      );
      expect(await works(old.key, made.key)).toEqual([true, true]);
      expect(await world.refused(made.key, 'list_docs')).toBe('forbidden');
      world.clock.now += 24 * hourMs - 1;
      expect(await works(old.key, made.key)).toEqual([true, true]);
      world.clock.now += 1;
      expect(await works(old.key, made.key)).toEqual([false, true]);
    });

    it('keeps the old one for the requested time, from zero to seven days, but no longer than its own lifetime', async () => {
      const ends = async (given: object, overlapMinutes: number) => {
        const { keyId } = await make(given);
        return (await world.ok(world.owner, 'rotate_key', { keyId, overlapMinutes })).replacedUntil - now;
      };
      expect([await ends({}, 0), await ends({}, 7 * 24 * 60)]).toEqual([0, 7 * 24 * hourMs]);
      expect(await ends({ expiresAt: now + hourMs }, 120)).toBe(hourMs);
      const old = await make();
      for (const overlapMinutes of [-1, 0.5, 7 * 24 * 60 + 1])
        expect(await world.refused(world.owner, 'rotate_key', { keyId: old.keyId, overlapMinutes })).toBe(
          'invalid_request/invalid_argument',
        );
      const { key } = await world.ok(world.owner, 'rotate_key', { keyId: old.keyId, overlapMinutes: 0 });
      expect(await works(old.key, key)).toEqual([false, true]);
    });

    it('gives the new one the lifetime of the old one, or the requested one', async () => {
      const [first, second] = [await make({ expiresAt: now + 10 * hourMs }), await make({ expiresAt: now + 10 * hourMs })];
      world.clock.now += 4 * hourMs;
      expect((await world.ok(world.owner, 'rotate_key', { keyId: first.keyId })).expiresAt).toBe(now + 14 * hourMs);
      expect((await world.ok(world.owner, 'rotate_key', { keyId: second.keyId, expiresAt: now + 5 * hourMs })).expiresAt).toBe(
        now + 5 * hourMs,
      );
    });

    it.each(['old', 'new'] as const)('can be followed by an immediate revocation of the %s key alone', async (which) => {
      const old = await make();
      const made = await world.ok(world.owner, 'rotate_key', { keyId: old.keyId });
      await world.ok(world.owner, 'revoke_key', { keyId: which === 'old' ? old.keyId : made.keyId });
      expect(await works(old.key, made.key)).toEqual(which === 'old' ? [false, true] : [true, false]);
    });

    it('happens once, even if two callers rotate at the same time, and never to a key that has ended', async () => {
      const old = await make();
      const answers = await Promise.all([1, 2, 3].map(() => world.call(world.owner, 'rotate_key', { keyId: old.keyId })));
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
      expect((await world.ok(world.owner, 'list_keys')).keys).toHaveLength(2);
      const refused = async (keyId: string) => {
        const answer = await world.call(world.owner, 'rotate_key', { keyId });
        return answer.ok ? 'rotated' : `${answer.error.reason}: ${answer.error.message}`;
      };
      expect(await refused(old.keyId)).toMatch(/^nothing_to_change: this key was already replaced by key_\w+/);
      const [revoked, expired] = [await make(), await make({ expiresAt: now })];
      await world.ok(world.owner, 'revoke_key', { keyId: revoked.keyId });
      expect(await refused(revoked.keyId)).toMatch(/^nothing_to_change: this key was revoked/);
      expect(await refused(expired.keyId)).toMatch(/^nothing_to_change: this key has expired/);
    });

    it('is allowed only to people who may give out such keys (D12)', async () => {
      const [admin, bob, eve] = [
        await world.addPerson('a@acme.test', 'admin'),
        await world.addPerson('b@acme.test'),
        await world.addPerson('e@acme.test'),
      ];
      const [ofOwner, ofBob] = [await make(), await make({}, bob)];
      expect(await world.refused(admin, 'rotate_key', { keyId: ofOwner.keyId })).toBe('forbidden');
      expect(await world.refused(eve, 'rotate_key', { keyId: ofBob.keyId })).toBe('invalid_request/no_such_item');
      await world.ok(bob, 'rotate_key', { keyId: ofBob.keyId });
      await world.ok(world.owner, 'remove_person', { email: 'b@acme.test' });
      expect(await world.refused(admin, 'rotate_key', { keyId: ofBob.keyId })).toBe('invalid_request/no_such_item');
    });
  });
}

import { testEngines } from '@gatehouse/storage/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, type Loose, type World } from '../../testing/test-world.ts';

for (const engine of testEngines()) {
  describe.skipIf(engine.missing !== undefined)(`agents on ${engine.name}`, () => {
    let world: World;
    beforeEach(async () => {
      world = await createWorld({ engine: engine.dialect });
    });
    afterEach(async () => await world[Symbol.asyncDispose]());

    const agents = async (who = world.owner, more: object = {}): Promise<Loose[]> => (await world.ok(who, 'list_agents', more)).agents;

    async function connect(name: string, who = world.owner): Promise<{ agentId: string; key: string; keyId: string }> {
      world.clock.now++;
      const { id: agentId } = await world.ok(who, 'create_agent', { name });
      return { agentId, ...(await world.ok(who, 'create_key', { agentId, access: 'read' })) };
    }

    it('are listed with their owner, the number of their working keys, and their last use', async () => {
      const { agentId, key } = await connect('robot');
      const others = await Promise.all(
        [{}, { expiresAt: world.clock.now + 5 }, {}].map((more) =>
          world.ok(world.owner, 'create_key', { agentId, access: 'read', ...more }),
        ),
      );
      await world.ok(world.owner, 'revoke_key', { keyId: others[0].keyId });
      world.clock.now += 60_000;
      await world.ok(key, 'whoami');
      expect(await agents()).toEqual([
        {
          id: agentId,
          name: 'robot',
          kind: 'program',
          personId: world.owner.personId,
          createdAt: expect.any(Number),
          ownerEmail: 'owner@acme.test',
          ownerName: 'owner@acme.test',
          keyCount: 2,
          lastUsedAt: world.clock.now,
          callsInWeek: 0,
          hasMoreCalls: true,
          removedAt: null,
        },
      ]);
    });

    it('are listed in pages, like keys and people, each once and in one order', async () => {
      const made: string[] = [];
      for (let index = 0; index < 5; index++) made.push((await connect(`robot ${index}`)).agentId);
      for (let index = 0; index < 4; index++) await world.addPerson(`p${index}@acme.test`);
      const pages = async (tool: string, field: string, more: object = {}) => {
        const rows: Loose[] = [];
        const sizes: number[] = [];
        for (let cursor: string | null = null, isFirst = true; isFirst || cursor !== null; isFirst = false) {
          const page: Loose = await world.ok(world.owner, tool, { limit: 2, ...more, ...(cursor !== null && { cursor }) });
          rows.push(...page[field]);
          sizes.push(page[field].length);
          cursor = page.nextCursor;
        }
        return { rows, sizes };
      };
      const found = await pages('list_agents', 'agents');
      expect([found.rows.map(({ id }) => id), found.sizes]).toEqual([made, [2, 2, 1]]);
      const keys = await pages('list_keys', 'keys');
      expect([keys.rows.map(({ agentId }) => agentId), keys.sizes]).toEqual([made, [2, 2, 1]]);
      expect(keys.rows.map(({ agentName }) => agentName)).toEqual([0, 1, 2, 3, 4].map((index) => `robot ${index}`));
      const people = await pages('list_people', 'people');
      expect([new Set(people.rows.map(({ email }) => email)).size, people.sizes]).toEqual([5, [2, 2, 1]]);
      const { nextCursor } = await world.ok(world.owner, 'list_keys', { limit: 2 });
      expect(await world.refused(world.owner, 'list_keys', { cursor: nextCursor, agentId: made[0] })).toBe(
        'invalid_request/invalid_cursor',
      );
      expect((await world.ok(world.owner, 'list_keys', { agentId: made[3] })).keys).toMatchObject([{ agentId: made[3] }]);
    });

    it('and their keys are shown to the person who owns them, and to owners and admins of the organization', async () => {
      const [admin, bob] = [await world.addPerson('ada@acme.test', 'admin'), await world.addPerson('bob@acme.test')];
      const [own, bobs] = [await connect('robot'), await connect('robot', bob)];
      for (const who of [world.owner, admin]) expect((await agents(who)).map(({ id }) => id)).toEqual([own.agentId, bobs.agentId]);
      expect((await agents(bob)).map(({ id }) => id)).toEqual([bobs.agentId]);
      expect((await world.ok(bob, 'list_keys')).keys).toMatchObject([{ keyId: bobs.keyId }]);
      expect((await world.ok(bob, 'list_keys', { agentId: own.agentId })).keys).toEqual([]);
    });

    it('can be renamed, but not to the name of another agent of the same owner', async () => {
      const [robot, other] = [await connect('robot'), await connect('other')];
      expect(await world.ok(world.owner, 'rename_agent', { agentId: robot.agentId, name: 'writer' })).toMatchObject({ name: 'writer' });
      expect(await world.refused(world.owner, 'rename_agent', { agentId: other.agentId, name: 'writer' })).toBe(
        'invalid_request/duplicate_name',
      );
      await world.ok(world.owner, 'rename_agent', { agentId: robot.agentId, name: 'writer' });
      expect((await agents()).map(({ name }) => name)).toEqual(['writer', 'other']);
      expect(await world.ok(world.owner, 'create_agent', { name: 'writer' })).toMatchObject({ id: robot.agentId, created: false });
    });

    it('are removed with their keys, which the answer lists, and keep their name', async () => {
      const { agentId, key, keyId } = await connect('robot');
      const [other, revoked] = [await connect('other'), await world.ok(world.owner, 'create_key', { agentId, access: 'read' })];
      await world.ok(world.owner, 'revoke_key', { keyId: revoked.keyId });
      const usedAt = world.clock.now;
      await world.ok(key, 'whoami');
      world.clock.now += 5;
      const removed = await world.ok(world.owner, 'remove_agent', { agentId });
      expect(removed).toMatchObject({ name: 'robot', stopped: [{ keyId, lastUsedAt: usedAt, revokedAt: world.clock.now }] });
      expect(removed.stopped).toHaveLength(1);
      expect(await world.refused(key, 'whoami')).toBe('unauthorized');
      expect((await world.call(other.key, 'whoami')).ok).toBe(true);
      expect((await agents()).map(({ name }) => name)).toEqual(['other']);
      expect(await agents(world.owner, { includeRemoved: true })).toMatchObject([
        { name: 'robot', keyCount: 0, removedAt: world.clock.now },
        { name: 'other', removedAt: null },
      ]);
      const gone = 'invalid_request/no_such_item';
      expect(await world.refused(world.owner, 'remove_agent', { agentId })).toBe(gone);
      expect(await world.refused(world.owner, 'rename_agent', { agentId, name: 'x' })).toBe(gone);
      expect(await world.refused(world.owner, 'create_key', { agentId, access: 'read' })).toBe(gone);
      // A new agent with the same name is a different one.
      expect((await world.ok(world.owner, 'create_agent', { name: 'robot' })).id).not.toBe(agentId);
    });

    it('get no key after their removal', async () => {
      for (let round = 0; round < 5; round++) {
        const { agentId } = await connect(`robot ${round}`);
        await Promise.all([
          world.ok(world.owner, 'remove_agent', { agentId }),
          ...[1, 2, 3].map(() => world.call(world.owner, 'create_key', { agentId, access: 'read' })),
        ]);
        const { keys } = await world.ok(world.owner, 'list_keys', { agentId });
        expect(keys.filter(({ revokedAt }: Loose) => revokedAt === null)).toEqual([]);
      }
    });

    it('are renamed and removed only by owners if they belong to an owner, otherwise by admins too', async () => {
      const [admin, bob, eve] = [
        await world.addPerson('ada@acme.test', 'admin'),
        await world.addPerson('bob@acme.test'),
        await world.addPerson('eve@acme.test'),
      ];
      const [ofOwner, ofBob] = [await connect('robot'), await connect('robot', bob)];
      for (const [tool, more] of [
        ['rename_agent', { name: 'x' }],
        ['remove_agent', {}],
      ] as const) {
        expect(await world.refused(admin, tool, { agentId: ofOwner.agentId, ...more })).toBe('forbidden');
        expect(await world.refused(eve, tool, { agentId: ofBob.agentId, ...more })).toBe('invalid_request/no_such_item');
        await world.ok(admin, tool, { agentId: ofBob.agentId, ...more });
      }
    });
  });
}

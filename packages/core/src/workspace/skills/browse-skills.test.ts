import { describe, expect, it } from 'vitest';
import { createWorld, engines, type Loose } from '../../testing/test-world.ts';

const skill = (name: string) => ({ name, description: `Does ${name}.`, content: '# Steps\n' });

describe.each(engines)('all skills on $engine', ({ engine, missing }) => {
  const test = it.skipIf(missing !== undefined);

  async function open() {
    const world = await createWorld({ engine });
    const bob = await world.addPerson('bob@acme.test');
    const key = await world.key(world.owner, 'write');
    /** Writes a skill at a later time than the one before. */
    const write = async (caller: Parameters<typeof world.ok>[0], given: object): Promise<string> => {
      world.clock.now++;
      return (await world.ok(caller, 'write_skill', given)).id;
    };
    return { world, bob, key, write };
  }

  test('are listed with their folder, review and readers, page by page (D72.18)', async () => {
    const { world, bob, key, write } = await open();
    await using _ = world;
    const { id: folderId } = await world.ok(world.owner, 'create_folder', { name: 'Team' });
    const first = await write(world.owner, { ...skill('first'), folderId });
    const second = await write(key, skill('second'));
    const bobs = await world.key(bob, 'read');
    for (const reader of [bob, bobs, key]) await world.ok(reader, 'read_file', { fileId: second });
    const readAt = world.clock.now;
    const pages: Loose[] = [];
    for (let cursor: string | null | undefined; cursor !== null; cursor = pages.at(-1)?.nextCursor)
      pages.push(await world.ok(world.owner, 'browse_skills', { limit: 2, ...(cursor && { cursor }) }));
    const skills: Loose[] = pages.flatMap((page) => page.skills);
    expect([pages.length, skills.map(({ name }) => name)]).toEqual([2, ['second', 'first', 'gatehouse']]);
    expect(skills[0]).toEqual({
      id: second,
      name: 'second',
      description: 'Does second.',
      tags: [],
      folderId: null,
      versionCount: 1,
      reviewed: false,
      reviewedVersion: null,
      readerCount: 3,
      machineCount: 0,
      lastReadAt: readAt,
      updatedAt: readAt,
      by: { personId: world.owner.personId, agentId: expect.any(String), name: 'test agent', entrance: 'http' },
    });
    expect(skills[1]).toMatchObject({ id: first, folderId, folderName: 'Team', reviewed: true, readerCount: 0, lastReadAt: null });
    expect(skills[2]).toMatchObject({ reviewed: true, by: { personId: null, name: 'Gatehouse' } });
  });

  test('count each reader and machine once, for all programs and versions', async () => {
    const { world, write } = await open();
    await using _ = world;
    const itemId = await write(world.owner, skill('used'));
    const loads = [
      { readerId: 'agent_1', client: 'a', machine: 'laptop', version: 1, at: 10 },
      { readerId: 'agent_1', client: 'b', machine: 'laptop', version: 1, at: 30 },
      { readerId: 'agent_2', client: 'a', machine: 'laptop', version: 1, at: 20 },
      { readerId: 'agent_2', client: 'a', machine: 'tower', version: 1, at: 20 },
      { readerId: 'agent_3', client: 'a', machine: '', version: 1, at: 5 },
    ];
    for (const load of loads)
      await world.store.perform(() => world.store.skills.load({ orgId: world.orgId, itemId, ...load }), { changes: true });
    const { skills } = await world.ok(world.owner, 'browse_skills', {});
    expect(skills[0]).toMatchObject({ id: itemId, readerCount: 3, machineCount: 2, lastReadAt: 30 });
  });

  test('can be filtered by a pending review, until a person has confirmed them', async () => {
    const { world, key, write } = await open();
    await using _ = world;
    const reviewed = await write(world.owner, skill('reviewed'));
    const fresh = await write(key, skill('fresh'));
    await write(key, { fileId: reviewed, content: '---\nname: reviewed\ndescription: d\n---\nchanged\n' });
    const waiting = async () => (await world.ok(world.owner, 'browse_skills', { waiting: true })).skills.map(({ id }: Loose) => id);
    expect(await waiting()).toEqual([reviewed, fresh]);
    await world.ok(world.owner, 'review_skill', { itemId: reviewed, version: 1 });
    expect(await waiting()).toEqual([reviewed, fresh]);
    await world.ok(world.owner, 'review_skill', { itemId: reviewed, version: 2 });
    expect(await waiting()).toEqual([fresh]);
    await world.ok(world.owner, 'delete_file', { fileId: fresh });
    expect(await waiting()).toEqual([]);
  });

  test('are only those that a person sees, and cannot be requested by a key', async () => {
    const { world, bob, key, write } = await open();
    await using _ = world;
    const { id: folderId } = await world.ok(world.owner, 'create_folder', { name: 'Private' });
    await write(key, { ...skill('hidden'), folderId });
    const names = async (input: object) => (await world.ok(bob, 'browse_skills', input)).skills.map(({ name }: Loose) => name);
    expect([await names({}), await names({ waiting: true })]).toEqual([['gatehouse'], []]);
    expect(await world.refused(key, 'browse_skills', {})).toBe('not_found');
    const { nextCursor: cursor } = await world.ok(world.owner, 'browse_skills', { limit: 1 });
    expect(await world.refused(world.owner, 'browse_skills', { waiting: true, cursor })).toBe('invalid_request/invalid_cursor');
  });
});

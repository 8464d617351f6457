import { describe, expect, it } from 'vitest';
import type { Credential } from '../../kernel/context/context.ts';
import { createWorld, engines, type Loose, type World } from '../../testing/test-world.ts';

const day = 24 * 60 * 60_000;

/** Creates an agent of a person, and a key of the agent. */
async function agentOf(world: World, person: Credential & { type: 'person' }, name: string) {
  const { id: agentId } = await world.ok(person, 'create_agent', { name });
  return { agentId, key: (await world.ok(person, 'create_key', { agentId, access: 'write' })).key as string };
}

const changedIn = ({ changed }: Loose): string[] =>
  changed.map(({ agent, item, versions, isNew, others }: Loose) =>
    [agent.name, isNew ? 'made' : 'changed', item.name, versions, ...others, ...(item.isInTrash ? ['in trash'] : [])].join(' '),
  );

/** Reads all pages of news, while the person marks news as seen: that counts only for the next time. */
async function allParts(world: World): Promise<Loose[]> {
  const parts: Loose[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const part: Loose = await world.ok(world.owner, 'list_news', cursor ? { cursor } : {});
    parts.push(part);
    cursor = part.nextCursor;
    await world.ok(world.owner, 'mark_news_seen', { until: world.clock.now });
  }
  return parts;
}

describe.each(engines)('news since a person last looked (D58), on $engine', ({ engine, missing }) => {
  describe.skipIf(missing !== undefined)('', () => {
    it('list the changes to an item once for each run of an agent, however they are stored', async () => {
      await using world = await createWorld({ engine });
      const ada = await world.addPerson('ada@acme.test');
      const robot = await agentOf(world, ada, 'robot');
      const other = await agentOf(world, ada, 'other');
      const { docId } = await world.ok(robot.key, 'create_doc', { title: 'Plan', bodyMarkdown: 'one' });
      const change = async (key: string, minutes: number, tool: string, input: object) => {
        world.clock.now += minutes * 60_000;
        await world.ok(key, tool, { docId, ...input });
        return world.clock.now;
      };
      const firstAt = await change(robot.key, 11, 'append_doc', { text: ' two' });
      await change(robot.key, 10, 'move_item', { name: 'Plans' });
      const at = await change(robot.key, 10, 'append_doc', { text: ' three' });
      await change(other.key, 6, 'append_doc', { text: ' four' });
      await change(robot.key, 5, 'set_tags', { tags: ['new'] });

      const news = await world.ok(ada, 'list_news');
      expect(changedIn(news)).toEqual([
        'robot changed Plans 0 tagged',
        'other changed Plans 1',
        'robot changed Plans 2 renamed',
        'robot made Plans 1',
      ]);
      expect(news.changed[2]).toMatchObject({ firstAt, at, firstVersion: 2, lastVersion: 3 });
    });

    it('list changes by agents to items that the person sees, with the agent, newest first', async () => {
      await using world = await createWorld({ engine });
      const joined = world.clock.now;
      const ada = await world.addPerson('ada@acme.test');
      const bob = await world.addPerson('bob@acme.test');
      const robot = await agentOf(world, ada, 'robot');
      const { docId: old } = await world.ok(ada, 'create_doc', { title: 'Old', bodyMarkdown: 'one' });
      const { docId: own } = await world.ok(ada, 'create_doc', {
        title: 'Own',
        folderId: (await world.ok(ada, 'create_folder', { name: 'F' })).id,
      });
      world.clock.now += 1000;
      await world.ok(robot.key, 'append_doc', { docId: own, text: ' two' });
      world.clock.now += 1000;
      await world.ok(robot.key, 'append_doc', { docId: old, text: ' two' });
      await world.ok(robot.key, 'append_doc', { docId: old, text: ' three' });
      await world.ok(ada, 'append_doc', { docId: old, text: ' four' });
      world.clock.now += 1000;
      const { docId: made } = await world.ok(robot.key, 'create_doc', { title: 'Made' });
      await world.ok(robot.key, 'delete_doc', { docId: made });

      const news = await world.ok(ada, 'list_news');
      expect(changedIn(news)).toEqual(['robot made Made 1 deleted in trash', 'robot changed Old 2', 'robot changed Own 1']);
      // From the day they joined on, and at most a week.
      expect(news).toMatchObject({ since: joined, refused: [], nextCursor: null });
      world.clock.now += 10 * day;
      expect((await world.ok(ada, 'list_news')).since).toBe(world.clock.now - 7 * day);
      world.clock.now -= 10 * day;
      expect(news.changed[1]).toEqual({
        agent: { id: robot.agentId, name: 'robot' },
        person: { id: ada.personId, name: expect.any(String) },
        item: { id: old, type: 'doc', name: 'Old', isInTrash: false, waits: false },
        isNew: false,
        versions: 2,
        firstVersion: 2,
        lastVersion: 3,
        others: [],
        firstAt: world.clock.now - 1000,
        at: world.clock.now - 1000,
      });
      // Changes that they cannot see are not news to them.
      expect(changedIn(await world.ok(bob, 'list_news'))).toEqual(['robot made Made 1 deleted in trash', 'robot changed Old 2']);
      await world.ok(ada, 'remove_agent', { agentId: robot.agentId });
      expect((await world.ok(ada, 'list_news')).changed[0].agent.name).toBe('robot');
    });

    it('end at the time that each person marked as seen, and go back if they take that back', async () => {
      await using world = await createWorld({ engine });
      const ada = await world.addPerson('ada@acme.test');
      const robot = await agentOf(world, ada, 'robot');
      world.clock.now += 1000;
      await world.ok(robot.key, 'create_doc', { title: 'First' });
      world.clock.now += 1000;
      const before = await world.ok(ada, 'list_news');
      expect(await world.ok(ada, 'mark_news_seen', { until: before.until })).toEqual({ seenUntil: world.clock.now });
      world.clock.now += 1000;
      await world.ok(robot.key, 'create_doc', { title: 'Second' });
      expect(changedIn(await world.ok(ada, 'list_news'))).toEqual(['robot made Second 1']);
      expect(changedIn(await world.ok(world.owner, 'list_news'))).toEqual(['robot made Second 1', 'robot made First 1']);
      await world.ok(ada, 'mark_news_seen', { until: before.since });
      expect(changedIn(await world.ok(ada, 'list_news'))).toEqual(['robot made Second 1', 'robot made First 1']);
      expect(await world.refused(ada, 'mark_news_seen', { until: world.clock.now + 1 })).toBe('invalid_request/invalid_argument');
      world.clock.now += 40 * day;
      expect(await world.ok(ada, 'list_news')).toMatchObject({ since: world.clock.now - 30 * day, changed: [] });
    });

    it("list refused calls of the person's agents, grouped by kind, and of all agents for owners", async () => {
      await using world = await createWorld({ engine });
      const ada = await world.addPerson('ada@acme.test');
      const bob = await world.addPerson('bob@acme.test');
      const robot = await agentOf(world, ada, 'robot');
      for (let times = 0; times < 3; times++) await world.refused(robot.key, 'read_doc', { docId: 'doc_0' });
      world.clock.now += 1000;
      await world.refused(robot.key, 'update_task', { taskId: 'task_0' });
      await world.refused(ada, 'read_doc', { docId: 'doc_0' });
      const refusedIn = async (person: Credential) =>
        (await world.ok(person, 'list_news')).refused.map(({ agent, tool, reason, calls }: Loose) => [agent.name, tool, reason, calls]);
      const expected = [
        ['robot', 'update_task', 'no_such_item', 1],
        ['robot', 'read_doc', 'no_such_item', 3],
      ];
      expect(await refusedIn(ada)).toEqual(expected);
      expect(await refusedIn(world.owner)).toEqual(expected);
      expect(await refusedIn(bob)).toEqual([]);
    });

    it('come in pages, without leaving out or repeating anything', async () => {
      await using world = await createWorld({ engine });
      const robot = await agentOf(world, world.owner, 'robot');
      const ids: string[] = [];
      for (let count = 0; count < 20; count++) {
        world.clock.now += count % 2;
        ids.push((await world.ok(robot.key, 'create_doc', { title: `doc ${count}` })).docId);
      }
      for (const docId of ids.slice(0, 18)) await world.ok(robot.key, 'delete_doc', { docId });
      for (let times = 0; times < 160; times++) {
        world.clock.now += 1;
        await world.ok(robot.key, 'append_doc', { docId: ids[19], text: 'x' });
      }
      for (let times = 0; times < 40; times++) await world.refused(robot.key, 'read_doc', { docId: `doc_${times}` });
      const parts = await allParts(world);
      const changed: Loose[] = parts.flatMap((part) => part.changed);
      const versionsOf = (id: string) => changed.filter(({ item }) => item.id === id).reduce((sum, { versions }) => sum + versions, 0);
      const deleted = changed.filter(({ others }) => others.includes('deleted')).map(({ item }) => item.id);
      expect(parts.length).toBeGreaterThan(2);
      expect(ids.map(versionsOf)).toEqual([...Array(19).fill(1), 161]);
      expect(deleted.toSorted()).toEqual(ids.slice(0, 18).toSorted());
      expect(parts.flatMap((part) => part.refused).reduce((sum, { calls }) => sum + calls, 0)).toBe(40);
      expect(await world.refused(world.owner, 'list_news', { cursor: 'x' })).toBe('invalid_request/invalid_cursor');
    });
  });
});

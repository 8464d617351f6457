import { describe, expect, it } from 'vitest';
import { createWorld, engines, type Loose } from '../../testing/test-world.ts';

describe.each(engines)('reading an item on $engine', ({ engine, missing }) => {
  describe.skipIf(missing !== undefined)('', () => {
    it('returns any version of a document, file or skill, with an address for its bytes', async () => {
      await using world = await createWorld({ engine, baseUrl: null, consoleUrl: 'http://localhost:5' });
      const ada = await world.addPerson('ada@acme.test');
      const { docId } = await world.ok(ada, 'create_doc', { title: 'Plan', bodyMarkdown: 'one' });
      await world.ok(ada, 'append_doc', { docId, text: ' two' });
      expect(await world.ok(ada, 'read_item', { itemId: docId })).toMatchObject({
        type: 'doc',
        name: 'Plan',
        version: 2,
        text: 'one two',
        sizeBytes: 7,
        downloadUrl: expect.stringMatching('^http://localhost:5/v1/downloads/'),
      });
      expect(await world.ok(ada, 'read_item', { itemId: docId, version: 1 })).toMatchObject({
        version: 1,
        versionCount: 2,
        text: 'one',
        sizeBytes: 3,
      });
      expect(await world.ok(ada, 'read_item', { itemId: docId, includeText: false })).toMatchObject({ text: null });
      expect(await world.refused(ada, 'read_item', { itemId: docId, version: 3 })).toBe('invalid_request/invalid_argument');
      const { id } = await world.ok(ada, 'write_file', { name: 'a.png', contentBase64: 'iVBORw0KGgo=', tags: ['x'] });
      expect(await world.ok(ada, 'read_item', { itemId: id })).toMatchObject({ type: 'file', kind: 'image', text: null, tags: ['x'] });
      const large = 'x'.repeat(1024 * 1024 + 1);
      const { id: largeId } = await world.ok(ada, 'write_file', { name: 'large.txt', content: large });
      expect(await world.ok(ada, 'read_item', { itemId: largeId })).toMatchObject({ kind: 'text', text: null, sizeBytes: large.length });
      expect(await world.refused(ada, 'compare_versions', { itemId: largeId, before: 1 })).toBe('invalid_request/too_large');
      const { id: largestId } = await world.ok(ada, 'write_file', { name: 'largest.txt', content: large.slice(1) });
      expect(await world.ok(ada, 'compare_versions', { itemId: largestId, before: 1 })).toMatchObject({ before: 1, after: 1 });
      const { taskId } = await world.ok(ada, 'create_task', { title: 'Do it' });
      expect(await world.ok(ada, 'read_task', { taskId })).toMatchObject({ title: 'Do it', createdAt: world.clock.now });
    });

    it('returns its tags, which do not make a version', async () => {
      await using world = await createWorld({ engine });
      const ada = await world.addPerson('ada@acme.test');
      const { id: itemId } = await world.ok(ada, 'write_file', { name: 'a.png', contentBase64: 'iVBORw0KGgo=', tags: ['x'] });
      expect(await world.ok(ada, 'set_tags', { fileId: itemId, tags: [' brand ', 'draft', 'draft'] })).toEqual({
        tags: ['brand', 'draft'],
      });
      expect(await world.ok(ada, 'read_item', { itemId })).toMatchObject({ tags: ['brand', 'draft'], versionCount: 1 });
      expect(await world.ok(ada, 'search', { query: 'brand' })).toMatchObject({ results: [{ id: itemId }] });
      const { docId } = await world.ok(ada, 'create_doc', { title: 'Plan', bodyMarkdown: 'found by its body' });
      await world.ok(ada, 'set_tags', { docId, tags: ['x'] });
      expect(await world.ok(ada, 'search', { query: 'by its body' })).toMatchObject({ results: [{ id: docId }] });
      await world.ok(ada, 'set_agent_memory', { docId, isAgentMemory: true });
      expect(await world.refused(ada, 'set_tags', { docId, tags: [] })).toBe('invalid_request/protected_item');
      expect(await world.refused(ada, 'set_tags', { fileId: itemId, tags: Array.from({ length: 21 }, (_, index) => `tag ${index}`) })).toBe(
        'invalid_request/invalid_argument',
      );
    });

    it('returns nothing that the person cannot see', async () => {
      await using world = await createWorld({ engine });
      const ada = await world.addPerson('ada@acme.test');
      const bob = await world.addPerson('bob@acme.test');
      const { id: folderId } = await world.ok(ada, 'create_folder', { name: 'Own' });
      const { docId: itemId } = await world.ok(ada, 'create_doc', { title: 'Plan', folderId });
      for (const [tool, input] of [
        ['read_item', { itemId }],
        ['list_item_versions', { itemId }],
        ['compare_versions', { itemId, before: 1 }],
        ['set_tags', { docId: itemId, tags: [] }],
      ] as const)
        expect(await world.refused(bob, tool, input)).toBe('invalid_request/no_such_item');
    });

    it('returns its history: the person, agent and key of each change, and the entrance', async () => {
      await using world = await createWorld({ engine });
      const ada = await world.addPerson('ada@acme.test');
      const key = await world.key(ada, 'write');
      const { docId } = await world.ok(key, 'create_doc', { title: 'Plan', bodyMarkdown: 'one' });
      await world.ok(world.owner, 'append_doc', { docId, text: ' two' });
      const [{ keyId, agentId }] = (await world.ok(ada, 'list_keys')).keys;
      await world.ok(ada, 'remove_agent', { agentId });
      const first = await world.ok(ada, 'list_item_versions', { itemId: docId, limit: 1 });
      expect(first.versions).toMatchObject([{ version: 2, person: { email: 'owner@acme.test' }, agent: null, key: null, entrance: 'cli' }]);
      const second = await world.ok(ada, 'list_item_versions', { itemId: docId, limit: 1, cursor: first.nextCursor });
      expect(second).toEqual({
        versions: [
          {
            version: 1,
            changeSummary: 'created',
            at: world.clock.now,
            sizeBytes: 3,
            person: { id: ada.personId, name: expect.any(String), email: 'ada@acme.test' },
            agent: { id: agentId, name: 'test agent' },
            key: { id: keyId, name: null },
            entrance: 'http',
            sdk: null,
          },
        ],
        nextCursor: null,
      });
    });

    it('returns the differences of two versions, by lines and words, page by page', async () => {
      await using world = await createWorld({ engine });
      const lines = Array.from({ length: 40 }, (_, index) => `line ${index}\n`);
      const { docId: itemId } = await world.ok(world.owner, 'create_doc', { title: 'Plan', bodyMarkdown: lines.join('') });
      const changed = lines.with(20, 'line twenty\n');
      await world.ok(world.owner, 'update_doc', { docId: itemId, bodyMarkdown: changed.join(''), changeSummary: 's' });
      const { parts, nextCursor } = await world.ok(world.owner, 'compare_versions', { itemId, before: 1 });
      expect(nextCursor).toBeNull();
      expect(parts.map(({ kind, before, after, lines }: Loose) => [kind, before, after, lines])).toEqual([
        ['skipped', 1, 1, 17],
        ['same', 18, 18, 3],
        ['changed', 21, 21, 1],
        ['same', 22, 22, 3],
        ['skipped', 25, 25, 16],
      ]);
      expect(parts[1].text).toBe('line 17\nline 18\nline 19\n');
      expect(parts[2]).toMatchObject({
        removed: [
          { text: 'line ', isChanged: false },
          { text: '20', isChanged: true },
          { text: '\n', isChanged: false },
        ],
        added: [
          { text: 'line ', isChanged: false },
          { text: 'twenty', isChanged: true },
          { text: '\n', isChanged: false },
        ],
        isClipped: false,
      });
      expect((await world.ok(world.owner, 'compare_versions', { itemId, before: 2, after: 2 })).parts).toMatchObject([
        { kind: 'skipped', lines: 40 },
      ]);
      const all = Array.from({ length: 9000 }, (_, index) => `${index} and more of it\n`);
      const { docId: other } = await world.ok(world.owner, 'create_doc', { title: 'Long', bodyMarkdown: all.join('') });
      const every = all.map((line, index) => (index % 9 === 0 ? line.toUpperCase() : line));
      await world.ok(world.owner, 'update_doc', { docId: other, bodyMarkdown: every.join(''), changeSummary: 's' });
      const pages: Loose[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page: Loose = await world.ok(world.owner, 'compare_versions', { itemId: other, before: 1, ...(cursor && { cursor }) });
        expect(JSON.stringify(page).length).toBeLessThan(200_000);
        pages.push(page);
        cursor = page.nextCursor;
      }
      expect(pages.length).toBeGreaterThan(1);
      expect(pages.flatMap(({ parts }) => parts).filter(({ kind }) => kind === 'changed')).toHaveLength(1000);
    });
  });
});

import { describe, expect, it } from 'vitest';
import { createWorld, engines, type Loose } from '../../testing/test-world.ts';

const skill = (name: string) => ({ name, description: 'needle', content: 'needle\n' });

/** Lists and searches, and where their answers have the items. */
const lists: [tool: string, input: object, idsOf: (answer: Loose) => string[]][] = [
  ['list_docs', {}, ({ docs }) => docs.map(({ id }: Loose) => id)],
  ['list_docs', { order: 'created', updatedSince: 0 }, ({ docs }) => docs.map(({ id }: Loose) => id)],
  ['list_files', {}, ({ files }) => files.map(({ id }: Loose) => id)],
  ['list_skills', {}, ({ skills }) => skills.map(({ id }: Loose) => id)],
  ['grep', { query: 'needle' }, ({ matches }) => [...new Set<string>(matches.map(({ id }: Loose) => id))]],
  ['search', { query: 'needle' }, ({ results }) => results.map(({ id }: Loose) => id)],
  ['search', { query: 'needle', match: 'words' }, ({ results }) => results.map(({ id }: Loose) => id)],
  ['search', { query: 'needle', match: 'best' }, ({ results }) => results.map(({ id }: Loose) => id)],
  ['list_changes', { since: 0 }, ({ changes }) => [...new Set<string>(changes.map(({ subjectId }: Loose) => subjectId))]],
];

describe.each(engines)('deep: true on $engine (D73.3)', ({ engine, missing }) => {
  describe.skipIf(missing !== undefined)('', () => {
    it('adds everything below a folder to lists and searches, and nothing beside it', async () => {
      await using world = await createWorld({ engine });
      const ada = await world.addPerson('ada@acme.test');
      const bob = await world.addPerson('bob@acme.test');
      const folder = async (name: string, parentId?: string) => (await world.ok(ada, 'create_folder', { name, parentId })).id;
      const outer = await folder('Outer');
      const inner = await folder('Inner', outer);
      const beside = await folder('Beside');
      const below = new Map<string, string>([
        [outer, 'outer'],
        [inner, 'inner'],
      ]);
      const made: Record<string, string[]> = {};
      for (const [folderId, name] of [...below, [beside, 'beside'] as const, [undefined, 'nowhere'] as const]) {
        const place = folderId === undefined ? {} : { folderId };
        made[name] = [
          (await world.ok(ada, 'create_doc', { title: `needle ${name}`, bodyMarkdown: 'needle', ...place })).docId,
          (await world.ok(ada, 'write_file', { name: `needle-${name}.txt`, content: 'needle', ...place })).id,
          (await world.ok(ada, 'write_skill', { ...skill(`needle-${name}`), ...place })).id,
        ];
      }
      const { taskId } = await world.ok(ada, 'create_task', { title: 'needle' });
      const key = await world.key(ada, 'read');
      for (const [tool, input, idsOf] of lists) {
        const deep = idsOf(await world.ok(key, tool, { ...input, folderId: outer, deep: true }));
        const alone = idsOf(await world.ok(key, tool, { ...input, folderId: outer }));
        const kind = /^list_(doc|file|skill)s$/.exec(tool)?.[1];
        const wanted = (names: string[]) => names.flatMap((name) => made[name]!).filter((id) => !kind || id.startsWith(`${kind}_`));
        const folders = tool === 'list_changes' ? [outer, inner] : [];
        expect([tool, input, deep.sort()]).toEqual([tool, input, [...wanted(['outer', 'inner']), ...folders].sort()]);
        expect([tool, input, alone.sort()]).toEqual([tool, input, [...wanted(['outer']), ...folders.slice(0, 1)].sort()]);
        expect(deep).not.toContain(taskId);
        expect(await world.refused(key, tool, { ...input, deep: true })).toBe('invalid_request/invalid_argument');
        const ofBob = await world.key(bob, 'read');
        expect(await world.refused(ofBob, tool, { ...input, folderId: outer, deep: true })).toBe('invalid_request/no_such_item');
      }
    });

    it('names what was deleted below, and gives cursors that only fit the same list', async () => {
      await using world = await createWorld({ engine });
      const { id: outer } = await world.ok(world.owner, 'create_folder', { name: 'Outer' });
      const { id: inner } = await world.ok(world.owner, 'create_folder', { name: 'Inner', parentId: outer });
      const doc = async () => (await world.ok(world.owner, 'create_doc', { title: 'x', folderId: inner })).docId;
      const [first] = [await doc(), await doc()];
      const page = await world.ok(world.owner, 'list_docs', { folderId: outer, deep: true, limit: 1 });
      expect(page.docs).toHaveLength(1);
      const next = { limit: 1, cursor: page.nextCursor, folderId: outer };
      expect((await world.ok(world.owner, 'list_docs', { ...next, deep: true })).docs).toHaveLength(1);
      expect(await world.refused(world.owner, 'list_docs', next)).toBe('invalid_request/invalid_cursor');
      await world.ok(world.owner, 'delete_doc', { docId: first });
      expect((await world.ok(world.owner, 'list_docs', { folderId: outer, deep: true, updatedSince: 0 })).gone).toEqual([first]);
    });
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createWorld, engines, type Loose, type World } from '../../testing/test-world.ts';

type Limit = { folderId: string; access: 'read' | 'write' };

async function limitedKey(world: World, person: World['owner'], folders: Limit[], access: 'read' | 'write' = 'write'): Promise<string> {
  const { id: agentId } = await world.ok(person, 'create_agent', { name: 'limited' });
  return (await world.ok(person, 'create_key', { agentId, access, folders })).key;
}

/**
 * Opens a world with a person who has two folders, items inside and outside of them, and a key that can write in one folder and read in the
 * other.
 */
async function openFolders(engine: 'sqlite' | 'postgres') {
  const world = await createWorld({ engine });
  const ada = await world.addPerson('ada@acme.test');
  const folder = async (name: string): Promise<string> => (await world.ok(ada, 'create_folder', { name })).id;
  const [plans, rules, secret] = [await folder('Plans'), await folder('Rules'), await folder('Secret')];
  const doc = async (title: string, folderId?: string): Promise<string> =>
    (await world.ok(ada, 'create_doc', { title, bodyMarkdown: `canary ${title}`, folderId })).docId;
  const docs = {
    plan: await doc('plan', plans),
    rule: await doc('rule', rules),
    secret: await doc('secret', secret),
    open: await doc('open'),
  };
  const key = await limitedKey(world, ada, [
    { folderId: plans, access: 'write' },
    { folderId: rules, access: 'read' },
  ]);
  return { world, ada, key, plans, rules, secret, docs, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

describe.each(engines)('a key that is limited to folders on $engine (D49.5)', ({ engine, missing }) => {
  describe.skipIf(missing !== undefined)('', () => {
    it('sees only items in its folders, in lists, searches and histories and by identifier', async () => {
      await using opened = await openFolders(engine);
      const { world, key, docs, plans, rules, secret } = opened;
      const ids = (result: Loose) => JSON.stringify(result).match(/\b(?:doc|folder|file|skill)_[a-z0-9]{26}\b/g) ?? [];
      const allowed = new Set([docs.plan, docs.rule, plans, rules]);
      const lists: [tool: string, input: object, found: string[]][] = [
        ['list_docs', {}, [docs.plan, docs.rule]],
        ['search', { query: 'canary' }, [docs.plan, docs.rule]],
        ['search', { query: 'canary plan', match: 'words' }, [docs.plan]],
        ['search', { query: 'canary secret open rule', match: 'best' }, [docs.rule]],
        ['search', { query: 'where is the canary, in plans or rules' }, [docs.plan, docs.rule]],
        ['grep', { query: 'canary' }, [docs.plan, docs.rule]],
        ['list_folders', {}, [plans, rules]],
        ['list_skills', {}, []],
        ['list_files', {}, []],
        ['list_changes', { since: 0 }, [...allowed]],
      ];
      for (const [tool, input, found] of lists) {
        const named = new Set(ids(await world.ok(key, tool, input)));
        expect([tool, [...named].filter((id) => !allowed.has(id))]).toEqual([tool, []]);
        expect([tool, found.filter((id) => !named.has(id))]).toEqual([tool, []]);
      }
      for (const docId of [docs.secret, docs.open]) {
        for (const tool of ['read_doc', 'read_lines', 'list_versions', 'delete_doc'])
          expect([tool, await world.refused(key, tool, { docId })]).toEqual([tool, 'invalid_request/no_such_item']);
        expect(await world.refused(key, 'list_changes', { itemId: docId })).toBe('invalid_request/no_such_item');
      }
      expect(await world.refused(key, 'list_docs', { folderId: secret })).toBe('invalid_request/no_such_item');
      expect((await world.ok(key, 'whoami', {})).limits).toEqual({
        tools: null,
        connections: null,
        folders: [
          { folderId: plans, access: 'write' },
          { folderId: rules, access: 'read' },
        ],
      });
    });

    it('cannot change, create or move anything in a read-only folder, or outside of its folders', async () => {
      await using opened = await openFolders(engine);
      const { world, key, docs, plans, rules, secret } = opened;
      const readOnly = 'invalid_request/protected_item';
      const changes: [string, object][] = [
        ['edit_doc', { docId: docs.rule, oldText: 'canary', newText: 'x' }],
        ['append_doc', { docId: docs.rule, text: 'x' }],
        ['update_doc', { docId: docs.rule, bodyMarkdown: 'x', changeSummary: 'x' }],
        ['apply_edits', { docId: docs.rule, edits: [{ oldText: 'canary', newText: 'x' }] }],
        ['set_tags', { docId: docs.rule, tags: ['x'] }],
        ['move_item', { docId: docs.rule, folderId: plans }],
        ['move_item', { docId: docs.plan, folderId: rules }],
        ['move_item', { docId: docs.plan, outOfFolders: true }],
        ['restore_version', { docId: docs.rule, version: 1 }],
        ['delete_doc', { docId: docs.rule }],
        ['create_doc', { title: 'x', folderId: rules }],
        ['write_file', { name: 'x.txt', content: 'x', folderId: rules }],
        ['create_folder', { name: 'x' }],
      ];
      for (const [tool, input] of changes) expect([tool, await world.refused(key, tool, input)]).toEqual([tool, readOnly]);
      expect(await world.refused(key, 'move_item', { docId: docs.plan, folderId: secret })).toBe('invalid_request/no_such_item');
      await world.ok(key, 'append_doc', { docId: docs.plan, text: 'written' });
      expect((await world.ok(key, 'read_doc', { docId: docs.rule })).bodyMarkdown).toBe('canary rule');
    });

    it('creates items in its only writable folder, and must choose if it has several', async () => {
      await using opened = await openFolders(engine);
      const { world, ada, key, plans, rules } = opened;
      const { docId } = await world.ok(key, 'create_doc', { title: 'New' });
      const { id: fileId } = await world.ok(key, 'write_file', { name: 'new.txt', content: 'x' });
      const placed = await world.ok(ada, 'list_docs', { folderId: plans });
      expect(placed.docs.map((doc: Loose) => doc.id)).toContain(docId);
      expect((await world.ok(ada, 'list_files', { folderId: plans })).files.map((file: Loose) => file.id)).toContain(fileId);
      const several = await limitedKey(world, ada, [
        { folderId: plans, access: 'write' },
        { folderId: rules, access: 'write' },
      ]);
      const answer = await world.call(several, 'create_doc', { title: 'Where' });
      if (answer.ok) throw new Error('a document without a place was created');
      expect(answer.error.message).toContain(plans);
      expect(answer.error.message).toContain(rules);
    });

    it('cannot take back a change to an item while the item is outside of its folders', async () => {
      await using opened = await openFolders(engine);
      const { world, ada, key, docs, secret } = opened;
      await world.ok(key, 'append_doc', { docId: docs.plan, text: ' written' });
      await world.ok(ada, 'move_item', { docId: docs.plan, folderId: secret });
      const text = async () => (await world.ok(ada, 'read_doc', { docId: docs.plan })).bodyMarkdown;
      const before = await text();
      expect(await world.refused(key, 'take_back', {})).toBe('invalid_request/no_such_item');
      expect(await text()).toBe(before);
      await world.ok(ada, 'move_item', { docId: docs.plan, folderId: opened.plans });
      await world.ok(key, 'take_back', {});
      expect(await text()).toBe('canary plan');
    });

    it('accepts only folders that its person sees, without duplicates, and keeps them after a rotation', async () => {
      await using opened = await openFolders(engine);
      const { world, ada, plans } = opened;
      const eve = await world.addPerson('eve@acme.test');
      const agentOf = async (person: World['owner']) => (await world.ok(person, 'create_agent', { name: 'limited' })).id;
      const wanted = async (person: World['owner'], folders: object[]) =>
        await world.refused(person, 'create_key', { agentId: await agentOf(person), access: 'read', folders });
      expect(await wanted(eve, [{ folderId: plans, access: 'read' }])).toBe('invalid_request/no_such_item');
      expect(
        await wanted(ada, [
          { folderId: plans, access: 'read' },
          { folderId: plans, access: 'write' },
        ]),
      ).toBe('invalid_request/invalid_argument');
      const made = await world.ok(ada, 'create_key', {
        agentId: await agentOf(ada),
        access: 'read',
        folders: [{ folderId: plans, access: 'read' }],
      });
      expect(made.folders).toEqual([{ folderId: plans, access: 'read' }]);
      const rotated = await world.ok(ada, 'rotate_key', { keyId: made.keyId });
      expect(rotated.folders).toEqual(made.folders);
      expect((await world.ok(rotated.key, 'list_docs', {})).docs).toHaveLength(1);
    });

    it('lists and finds exactly the documents in its folders, in 15 random workspaces', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.nat(4), { minLength: 4, maxLength: 12 }),
          fc.subarray([0, 1, 2, 3], { minLength: 1 }),
          async (places, chosen) => {
            await using world = await createWorld({ engine });
            const ada = await world.addPerson('ada@acme.test');
            const folders: string[] = [];
            for (const name of ['a', 'b', 'c', 'd']) folders.push((await world.ok(ada, 'create_folder', { name })).id);
            const expected: string[] = [];
            for (const [at, place] of places.entries()) {
              const { docId } = await world.ok(ada, 'create_doc', { title: `doc ${at}`, bodyMarkdown: 'canary', folderId: folders[place] });
              if (chosen.includes(place)) expected.push(docId);
            }
            const key = await limitedKey(
              world,
              ada,
              chosen.map((at) => ({ folderId: folders[at] as string, access: 'read' as const })),
            );
            const found = (await world.ok(key, 'list_docs', { limit: 200 })).docs.map((doc: Loose) => doc.id);
            expect(found.toSorted()).toEqual(expected.toSorted());
            const hits = (await world.ok(key, 'search', { query: 'canary' })).results.map((hit: Loose) => hit.id);
            expect(hits.toSorted()).toEqual(expected.toSorted());
          },
        ),
        { numRuns: 15 },
      );
    });
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFakeServices, fakeTool } from '../../testing/fake-services.ts';
import { applyAll, findAll } from '../../testing/take-back-desk.ts';
import { createWorld, engines, type Loose, type World } from '../../testing/test-world.ts';

const rounds = 25;

describe.each(engines)('concurrent changes on $engine', ({ engine, missing }) => {
  describe.skipIf(missing !== undefined)('', () => {
    let world: World;
    const services = createFakeServices();
    beforeAll(async () => {
      world = await createWorld({ engine, services });
    });
    afterAll(async () => {
      await world[Symbol.asyncDispose]();
    });

    const people = async (): Promise<Loose[]> => (await world.ok(world.owner, 'list_people')).people;

    /** Calls that set out within a few turns of one another, in another order each round. */
    const together = (round: number, ...calls: [tool: string, input: unknown][]) =>
      Promise.all(
        calls.map(async ([tool, input], place) => {
          for (let turn = (round * (place + 3)) % 5; turn > 0; turn--) await new Promise(setImmediate);
          return await world.call(world.owner, tool, input);
        }),
      );

    it('to one task are all in it', async () => {
      const { taskId } = await world.ok(world.owner, 'create_task', { title: 'first' });
      for (let round = 0; round < rounds; round++) {
        await Promise.all([
          world.ok(world.owner, 'update_task', { taskId, title: `title ${round}` }),
          world.ok(world.owner, 'update_task', { taskId, notes: `notes ${round}` }),
          world.ok(world.owner, 'update_task', { taskId, dueAt: 1_767_000_000_000 + round }),
        ]);
        const [task] = await world.ok(world.owner, 'list_tasks');
        expect(task).toMatchObject({ title: `title ${round}`, notes: `notes ${round}`, dueAt: 1_767_000_000_000 + round });
      }
    });

    it('never leave an organization without an owner', async () => {
      const owners = [world.owner, await world.addPerson('second@acme.test', 'owner')];
      const emails = ['owner@acme.test', 'second@acme.test'];
      for (let round = 0; round < rounds; round++) {
        // Each makes the other a member.
        const answers = await Promise.all(
          owners.map((owner, index) => world.call(owner, 'set_person_role', { email: emails[1 - index], role: 'member' })),
        );
        expect(answers.filter(({ ok }) => ok).length).toBeGreaterThan(0);
        const left = (await people()).filter(({ role }) => role === 'owner');
        expect(left.length).toBeGreaterThan(0);
        const owner = owners[emails.indexOf(left[0].email)]!;
        for (const email of emails) await world.ok(owner, 'set_person_role', { email, role: 'owner' });
      }
    });

    it('remove a person in spite of other changes, and leave no key or folder for a later return', async () => {
      const email = 'guest@acme.test';
      const { id: folderId } = await world.ok(world.owner, 'create_folder', { name: 'Plans' });
      let keysMade = 0;
      for (let round = 0; round < rounds; round++) {
        const guest = await world.addPerson(email);
        const agent = await world.ok(guest, 'create_agent', { name: 'bot' });
        const createKey = () => world.call(world.owner, 'create_key', { agentId: agent.id, access: 'read' });
        // In every second round, a key is created before its person is removed, so that both orders occur.
        const early = round % 2 === 0 ? await createKey() : undefined;
        const [removed, , made] = await Promise.all([
          world.call(world.owner, 'remove_person', { email }),
          world.call(world.owner, 'set_person_role', { email, role: 'admin' }),
          early ?? createKey(),
          world.call(world.owner, 'share_folder', { folderId, email }),
        ]);
        expect(removed).toMatchObject({ ok: true });
        expect((await people()).map((person) => person.email)).not.toContain(email);
        await world.addPerson(email);
        if (made.ok) {
          keysMade++;
          expect(await world.refused((made.value as Loose).key, 'whoami')).toBe('unauthorized');
        }
        expect((await world.ok(world.owner, 'unshare_folder', { folderId, organization: true })).sharedWith).toEqual([]);
        await world.ok(world.owner, 'remove_person', { email });
      }
      expect(keysMade).toBeGreaterThan(0);
    });

    it('take back the move of a folder without shares for a deleted group, or for the later return of a removed person', async () => {
      const email = 'guest@acme.test';
      const { id: archive } = await world.ok(world.owner, 'create_folder', { name: 'Archive' });
      const { id: folderId } = await world.ok(world.owner, 'create_folder', { name: 'Moved' });
      for (let round = 0; round < rounds; round++) {
        await world.addPerson(email);
        const { groupId } = await world.ok(world.owner, 'create_group', { name: 'Guests' });
        for (const to of [{ email }, { groupId }]) await world.ok(world.owner, 'share_folder', { folderId, ...to });
        const since = ++world.clock.now;
        await world.ok(world.owner, 'move_folder', { folderId, parentId: archive });
        world.clock.now++;
        const { takeBackId } = await findAll(world, world.owner, { personId: world.owner.personId, since });
        const applied = world.call(world.owner, 'apply_take_back', { takeBackId });
        // The others set out while it is at work, later in each round.
        for (let turn = round * 12; turn > 0; turn--) await new Promise(setImmediate);
        const answers = await Promise.all([
          applied,
          world.call(world.owner, 'remove_person', { email }),
          world.call(world.owner, 'delete_group', { groupId }),
        ]);
        expect(answers.map(({ ok }) => ok)).toEqual([true, true, true]);
        await applyAll(world, world.owner, takeBackId);
        expect(await world.store.read(() => world.store.folders.shares(world.orgId, folderId))).toEqual([]);
      }
    });

    it('create no key for the agent of a removed person', async () => {
      const guest = await world.addPerson('gone@acme.test');
      const agent = await world.ok(guest, 'create_agent', { name: 'bot' });
      await world.ok(world.owner, 'remove_person', { email: 'gone@acme.test' });
      expect(await world.refused(world.owner, 'create_key', { agentId: agent.id, access: 'read' })).toBe('invalid_request/no_such_item');
    });

    it('let one of two owners remove the other', async () => {
      for (let round = 0; round < rounds; round++) {
        const [left, right] = [await world.addPerson('left@acme.test', 'owner'), await world.addPerson('right@acme.test', 'owner')];
        const answers = await Promise.all([
          world.call(left, 'remove_person', { email: 'right@acme.test' }),
          world.call(right, 'remove_person', { email: 'left@acme.test' }),
        ]);
        expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true]);
        await world.ok(world.owner, 'remove_person', { email: answers[0].ok ? 'left@acme.test' : 'right@acme.test' });
      }
    });

    it('restore or purge an item from the trash, and report only that result', async () => {
      for (let round = 0; round < rounds; round++) {
        const { docId: itemId } = await world.ok(world.owner, 'create_doc', { title: `trash ${round}`, bodyMarkdown: 'text' });
        await world.ok(world.owner, 'delete_doc', { docId: itemId });
        const answers = await together(round, ['restore_item', { itemId }], ['purge_item', { itemId }], ['restore_item', { itemId }]);
        expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
        expect((await world.call(world.owner, 'read_doc', { docId: itemId })).ok).toBe(!answers[1]?.ok);
      }
    });

    it('import a path once', async () => {
      for (let round = 0; round < rounds; round++) {
        const item = { path: `guide/${round}.md`, name: `guide ${round}` };
        const file = { path: `data/${round}.csv`, name: `data ${round}.csv`, contentBase64: 'YQo=' };
        for (const input of [{ ...item, bodyMarkdown: '# Guide\n' }, file]) {
          const answers = await together(round, ['import_item', input], ['import_item', input]);
          expect(answers.map((answer) => answer.ok && (answer.value as Loose).change).sort()).toEqual(['created', 'unchanged']);
        }
      }
    });

    it('keep marks and approvals of service tools next to each other and next to a new listing', async () => {
      const tool = (round: number) => fakeTool('list_issues', { annotations: { readOnlyHint: true }, description: `Lists, ${round}.` });
      services.tools = [tool(-1)];
      const { connectionId } = await world.ok(world.owner, 'add_connection', {
        service: 'github',
        name: 'GitHub',
        kind: 'mcp-http',
        url: 'https://mcp.example.test/mcp',
        visibility: 'organization',
      });
      const mark = (mode: string): [string, unknown] => ['mark_service_tool', { connectionId, tool: 'list_issues', mode }];
      for (let round = 0; round < rounds; round++) {
        services.tools = [tool(round)];
        await world.ok(world.owner, 'test_connection', { connectionId });
        const answers = await together(
          round,
          mark('write'),
          ['approve_service_tools', { connectionId }],
          ['test_connection', { connectionId }],
        );
        expect(answers.map(({ ok }) => ok)).toEqual([true, true, true]);
        const { tools } = await world.ok(world.owner, 'list_connection_tools', { connectionId });
        expect(tools).toMatchObject([{ mode: 'write', markedMode: 'write', heldFor: null, description: `Lists, ${round}.` }]);
        await world.ok(world.owner, ...mark('none'));
      }
    });

    it('leave nothing of a removed connection, in spite of other changes', async () => {
      for (let round = 0; round < rounds; round++) {
        const access = { type: 'bearer', token: `token ${round}` };
        const { connectionId } = await world.ok(world.owner, 'add_connection', {
          service: 'gitlab',
          name: 'GitLab',
          kind: 'mcp-http',
          url: 'https://mcp.example.test/mcp',
          visibility: 'organization',
          access,
        });
        const [removed] = await together(
          round,
          ['remove_connection', { connectionId }],
          ['set_connection_credentials', { connectionId, access }],
          ['test_connection', { connectionId }],
        );
        expect(removed?.ok).toBe(true);
        expect(await world.store.read(() => world.store.connections.secrets(world.orgId, connectionId))).toEqual([]);
        expect(await world.store.read(() => world.store.serviceTools.all(world.orgId, connectionId))).toEqual([]);
      }
    });

    it('hide nothing of others if a folder is unshared while they put something into it (D63)', async () => {
      const [ada, bob] = [await world.addPerson('ada@acme.test'), await world.addPerson('bob@acme.test')];
      let tookBack = 0;
      for (let round = 0; round < rounds; round++) {
        const { id: folderId } = await world.ok(ada, 'create_folder', { name: `Shared ${round}` });
        await world.ok(ada, 'share_folder', { folderId, organization: true });
        const { docId: moved } = await world.ok(world.owner, 'create_doc', { title: `moved ${round}` });
        const unshare = async (turns: number) => {
          for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
          return await world.call(ada, 'unshare_folder', { folderId, organization: true });
        };
        const [unshared, created, placed] = await Promise.all([
          unshare(round % 5),
          round % 2 === 0 ? world.call(bob, 'create_doc', { title: `doc ${round}`, folderId }) : undefined,
          round % 2 === 1 ? world.call(bob, 'move_item', { docId: moved, folderId }) : undefined,
        ]);
        if (unshared.ok) tookBack++;
        const docId = created?.ok ? (created.value as Loose).docId : moved;
        expect(await world.call(bob, 'read_doc', { docId })).toMatchObject({ ok: true });
        expect(unshared.ok).toBe(!(created ?? placed)?.ok);
      }
      expect(tookBack).toBeGreaterThan(0);
    });

    it('delete a folder, but nothing that is moved out of it in the meantime', async () => {
      const { id: elsewhere } = await world.ok(world.owner, 'create_folder', { name: 'Elsewhere' });
      for (let round = 0; round < rounds; round++) {
        const { id: folderId } = await world.ok(world.owner, 'create_folder', { name: `Around ${round}` });
        const { id: inside } = await world.ok(world.owner, 'create_folder', { name: `Inside ${round}`, parentId: folderId });
        const { docId } = await world.ok(world.owner, 'create_doc', { title: `kept ${round}`, folderId: inside });
        const [, moved] = await together(
          round,
          ['delete_folder', { folderId }],
          ['move_folder', { folderId: inside, parentId: elsewhere }],
        );
        expect([round, (await world.call(world.owner, 'read_doc', { docId })).ok]).toEqual([round, moved?.ok]);
      }
    });

    it('delete a folder, or keep it if an item in it is restored in the meantime', async () => {
      for (let round = 0; round < rounds; round++) {
        const { id: folderId } = await world.ok(world.owner, 'create_folder', { name: `Outer ${round}` });
        const { id: inside } = await world.ok(world.owner, 'create_folder', { name: `Inner ${round}`, parentId: folderId });
        const { docId } = await world.ok(world.owner, 'create_doc', { title: `restored ${round}`, folderId: inside });
        await world.ok(world.owner, 'delete_folder', { folderId: inside });
        await together(round, ['delete_folder', { folderId }], ['restore_item', { itemId: docId }]);
        const isThere = (await world.call(world.owner, 'read_doc', { docId })).ok;
        const found = await Promise.all([folderId, inside].map((id) => world.call(world.owner, 'browse_folder', { folderId: id })));
        expect([round, ...found.map(({ ok }) => ok)]).toEqual([round, isThere, isThere]);
      }
    });

    it('set up an organization once, and let one caller claim an automatically created one', async () => {
      await using empty = await createWorld({ engine });
      const operator = { type: 'operator' } as const;
      const setUp = (organization?: unknown) => empty.call(operator, 'set_up_organization', organization ? { organization } : {});
      const outcomes = (answers: Loose[]) => answers.map((answer) => answer.ok && answer.value.outcome).sort();
      for (let round = 0; round < 5; round++) {
        const wanted = { name: `Company ${round}`, ownerEmail: 'ada@example.com' };
        expect(outcomes(await Promise.all([setUp(wanted), setUp(wanted), setUp()]))).toEqual(['created', 'existing', 'existing']);
      }
      const many = Array.from({ length: 20 }, (_, index) =>
        empty.ok(operator, 'create_organization', { name: `Branch ${index}`, ownerEmail: 'ada@example.com' }),
      );
      expect(new Set((await Promise.all(many)).map(({ orgId }) => orgId)).size).toBe(20);
    });
  });
});

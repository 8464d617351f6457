import { postgresMissing } from '@gatehouse/storage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, type Loose, type World } from './test-world.ts';

const engines = [
  { engine: 'sqlite', missing: undefined },
  { engine: 'postgres', missing: postgresMissing() },
] as const;
const rounds = 25;

describe.each(engines)('what two change at the same time on $engine', ({ engine, missing }) => {
  describe.skipIf(missing !== undefined)('', () => {
    let world: World;
    beforeAll(async () => {
      world = await createWorld({ engine });
    });
    afterAll(async () => {
      await world[Symbol.asyncDispose]();
    });

    const people = async (): Promise<Loose[]> => (await world.ok(world.owner, 'list_people')).people;

    it('of a task is all in it', async () => {
      const { taskId } = await world.ok(world.owner, 'create_task', { title: 'first' });
      for (let round = 0; round < rounds; round++) {
        await Promise.all([
          world.ok(world.owner, 'update_task', { taskId, title: `title ${round}` }),
          world.ok(world.owner, 'update_task', { taskId, notes: `notes ${round}` }),
          world.ok(world.owner, 'update_task', { taskId, dueAt: round }),
        ]);
        const [task] = await world.ok(world.owner, 'list_tasks');
        expect(task).toMatchObject({ title: `title ${round}`, notes: `notes ${round}`, dueAt: round });
      }
    });

    it('never leaves an organization without an owner', async () => {
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

    it('removes a person whatever else is done to them, and leaves them no key and no folder for when they come back', async () => {
      const email = 'guest@acme.test';
      const { id: folderId } = await world.ok(world.owner, 'create_folder', { name: 'Plans' });
      for (let round = 0; round < rounds; round++) {
        const guest = await world.addPerson(email);
        const agent = await world.ok(guest, 'create_agent', { name: 'bot' });
        const [removed, , made] = await Promise.all([
          world.call(world.owner, 'remove_person', { email }),
          world.call(world.owner, 'set_person_role', { email, role: 'admin' }),
          world.call(world.owner, 'create_key', { agentId: agent.id, access: 'read' }),
          world.call(world.owner, 'share_folder', { folderId, email }),
        ]);
        expect(removed).toMatchObject({ ok: true });
        expect((await people()).map((person) => person.email)).not.toContain(email);
        await world.addPerson(email);
        if (made.ok) expect(await world.refused((made.value as Loose).key, 'whoami')).toBe('unauthorized');
        expect((await world.ok(world.owner, 'unshare_folder', { folderId, organization: true })).sharedWith).toEqual([]);
        await world.ok(world.owner, 'remove_person', { email });
      }
    });

    it('gives no key to the agent of a person who was removed', async () => {
      const guest = await world.addPerson('gone@acme.test');
      const agent = await world.ok(guest, 'create_agent', { name: 'bot' });
      await world.ok(world.owner, 'remove_person', { email: 'gone@acme.test' });
      expect(await world.refused(world.owner, 'create_key', { agentId: agent.id, access: 'read' })).toBe('invalid_request/no_such_item');
    });
  });
});

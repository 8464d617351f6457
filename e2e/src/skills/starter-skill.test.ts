import { describe, expect, it } from 'vitest';
import { openSyncWorld } from './sync-world.ts';

describe('the skill of a new organization (D72.16)', () => {
  it('is written to disks without a review, because it has no scripts and comes with the gateway', async () => {
    await using world = await openSyncWorld({ startsEmpty: false });
    using machine = await world.machine();
    const asked: unknown[] = [];
    const confirm = async (question: unknown) => asked.push(question) > 0;
    expect(await machine.sync({ confirm })).toMatchObject({ written: [{ name: 'gatehouse', version: 1 }], waiting: [] });
    const { skills } = await machine.client.listSkills();
    const { content } = await world.as('read_file', { fileId: skills[0]!.id });
    expect(machine.files()).toEqual({ 'gatehouse/SKILL.md': content });
    expect(asked).toEqual([]);
  });

  it('waits for a person like any other skill after an agent has changed it', async () => {
    await using world = await openSyncWorld({ startsEmpty: false });
    using machine = await world.machine();
    const { skills } = await machine.client.listSkills();
    await machine.client.editSkill({ fileId: skills[0]!.id, oldText: '# Working', newText: '# Wrong' });
    expect(await machine.sync()).toMatchObject({
      written: [{ name: 'gatehouse', version: 1 }],
      waiting: [{ name: 'gatehouse', version: 2 }],
    });
    expect(machine.read('gatehouse/SKILL.md')).toContain('# Working with');
  });
});

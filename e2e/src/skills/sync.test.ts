import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Loose } from '../world.ts';
import { skillText } from './story.ts';
import { type Machine, openSyncWorld, type SyncWorld } from './sync-world.ts';

async function addSkill({ as }: SyncWorld, name: string, body: string, more: object = {}): Promise<Loose> {
  return await as('write_skill', { content: skillText(name, body), ...more });
}

describe('skills on disk (D72.14, D72.15)', () => {
  it('writes what a person has saved, and lets an agent’s version wait for a review', async () => {
    await using world = await openSyncWorld();
    using machine = await world.machine();
    const { id } = await addSkill(world, 'report', 'one', { files: [{ path: 'references/facts.md', content: 'facts\n' }] });
    expect(await machine.sync()).toMatchObject({ written: [{ name: 'report', version: 1 }], waiting: [] });
    expect(machine.files()).toEqual({ 'report/SKILL.md': skillText('report', 'one'), 'report/references/facts.md': 'facts\n' });
    world.world.clock.now += 10_000;
    await machine.client.writeSkill({ fileId: id, content: skillText('report', 'by an agent') });
    expect(await machine.sync()).toMatchObject({ written: [], waiting: [{ name: 'report', version: 2, here: 1 }] });
    expect(machine.read('report/SKILL.md')).toBe(skillText('report', 'one'));
    await world.as('review_skill', { itemId: id, version: 2 });
    expect(await machine.sync()).toMatchObject({ written: [{ name: 'report', version: 2 }], waiting: [] });
    expect(machine.read('report/SKILL.md')).toBe(skillText('report', 'by an agent'));
    expect(await machine.sync()).toMatchObject({ written: [], sent: [], waiting: [] });
  });

  it('writes an agent’s version at once where the folder is trusted', async () => {
    await using world = await openSyncWorld();
    using machine = await world.machine();
    const { id: folderId } = await machine.client.createFolder({ name: 'Team' });
    await machine.client.writeSkill({ content: skillText('fast', 'new'), folderId });
    await machine.client.writeSkill({ content: skillText('slow', 'new') });
    expect(await machine.sync({ trust: ['Team'] })).toMatchObject({
      written: [{ name: 'fast', version: 1 }],
      waiting: [{ name: 'slow', version: 1, here: null }],
    });
    expect(Object.keys(machine.files())).toEqual(['fast/SKILL.md']);
  });

  it('sends what was edited here, which waits for a review on other machines', async () => {
    await using world = await openSyncWorld();
    using one = await world.machine();
    using two = await world.machine();
    const { id } = await addSkill(world, 'report', 'one');
    await one.sync();
    await two.sync();
    world.world.clock.now += 10_000;
    one.write('report/SKILL.md', skillText('report', 'better'));
    one.write('report/references/new.md', 'new\n');
    expect(await one.sync()).toMatchObject({ sent: [{ name: 'report', version: 2 }], written: [], conflicts: [] });
    expect(await two.sync()).toMatchObject({ written: [], waiting: [{ name: 'report', version: 2, here: 1 }] });
    await world.as('review_skill', { itemId: id, version: 2 });
    await two.sync();
    expect(two.files()).toEqual(one.files());
  });

  it('keeps the edits of here in a conflict file when someone has changed the skill since', async () => {
    await using world = await openSyncWorld();
    using machine = await world.machine();
    const { id } = await addSkill(world, 'report', 'one');
    await machine.sync();
    world.world.clock.now += 10_000;
    await world.as('write_skill', { fileId: id, content: skillText('report', 'by a person') });
    machine.write('report/SKILL.md', skillText('report', 'from here'));
    const { conflicts, written } = await machine.sync();
    expect(conflicts).toEqual([path.join(machine.target, '.gatehouse-conflicts/report/SKILL.md.conflict')]);
    expect(written).toEqual([{ name: 'report', version: 2 }]);
    expect(machine.conflicts()).toEqual([skillText('report', 'from here')]);
    expect(machine.read('report/SKILL.md')).toBe(skillText('report', 'by a person'));
    // It is named until someone deletes it.
    expect(await machine.sync()).toMatchObject({ conflicts, written: [], sent: [] });
  });

  it('writes neither of two skills with one name, and names both', async () => {
    await using world = await openSyncWorld();
    using machine = await world.machine();
    const { id: folderId } = await world.as('create_folder', { name: 'Team' });
    await addSkill(world, 'report', 'one');
    await addSkill(world, 'report', 'two', { folderId });
    const { duplicates, written } = await machine.sync();
    expect(written).toEqual([]);
    expect(duplicates).toMatchObject([
      { name: 'report', skills: [expect.stringContaining('in Team'), expect.stringContaining('in no folder')] },
    ]);
    expect(machine.files()).toEqual({});
  });

  it('touches no folder that it did not write, and removes what it wrote when the skill is gone', async () => {
    await using world = await openSyncWorld();
    using machine = await world.machine();
    machine.write('own/SKILL.md', 'mine\n');
    await addSkill(world, 'own', 'one');
    const { id } = await addSkill(world, 'gone', 'two');
    expect(await machine.sync()).toMatchObject({ written: [{ name: 'gone' }], refused: [{ name: 'own' }] });
    machine.write('gone/.note', 'hidden\n');
    world.world.clock.now += 10_000;
    await world.as('delete_file', { fileId: id });
    expect(await machine.sync()).toMatchObject({ removed: ['gone'] });
    expect(machine.files()).toEqual({ 'own/SKILL.md': 'mine\n' });
    expect(machine.conflicts()).toEqual(['hidden\n']);
  });

  it('asks before it writes a skill with scripts for the first time, and sets executable bits only if told to', async () => {
    await using world = await openSyncWorld();
    using machine = await world.machine();
    await addSkill(world, 'runs', 'one', { files: [{ path: 'scripts/go.sh', content: '#!/bin/sh\n', executable: true }] });
    const asked: string[][] = [];
    const confirm = (answer: boolean) => async (_: unknown, scripts: readonly string[]) => {
      asked.push([...scripts]);
      return answer;
    };
    expect(await machine.sync({ confirm: confirm(false) })).toMatchObject({
      written: [],
      unconfirmed: [{ name: 'runs', scripts: ['scripts/go.sh'] }],
    });
    expect(machine.files()).toEqual({});
    expect(await machine.sync({ confirm: confirm(true) })).toMatchObject({ written: [{ name: 'runs' }] });
    expect(modeOf(machine, 'runs/scripts/go.sh')).toBe(0o644);
    machine.remove('runs');
    await machine.sync({ confirm: confirm(false), executable: true });
    expect(modeOf(machine, 'runs/scripts/go.sh')).toBe(0o755);
    expect(asked).toEqual([['scripts/go.sh'], ['scripts/go.sh']]);
  });

  it.each(['the folder', 'a folder in it', 'a file in it'])('neither reads nor writes through a symbolic link at %s', async (where) => {
    await using world = await openSyncWorld();
    using machine = await world.machine();
    const { id } = await addSkill(world, 'linked', 'one', { files: [{ path: 'references/facts.md', content: 'facts\n' }] });
    await machine.sync();
    const outside = mkdtempSync(path.join(tmpdir(), 'gatehouse-outside-'));
    writeFileSync(path.join(outside, 'facts.md'), 'outside\n');
    const place = path.join(
      machine.target,
      'linked',
      ...(where === 'the folder' ? [] : where === 'a folder in it' ? ['references'] : ['references', 'facts.md']),
    );
    rmSync(place, { recursive: true });
    symlinkSync(where === 'a file in it' ? path.join(outside, 'facts.md') : outside, place);
    world.world.clock.now += 10_000;
    await world.as('write_skill', { fileId: id, files: [{ path: 'references/facts.md', content: 'newer\n' }] });
    const report = await machine.sync();
    expect(report).toMatchObject({
      written: [],
      sent: [],
      refused: [{ name: 'linked', why: expect.stringContaining('is a symbolic link') }],
    });
    expect(readdirSync(outside)).toEqual(['facts.md']);
    rmSync(outside, { recursive: true });
  });

  it('goes on where it was killed between the old folder and the new one', async () => {
    await using world = await openSyncWorld();
    using machine = await world.machine();
    await addSkill(world, 'report', 'one');
    await machine.sync();
    // As it is when the old folder has been moved away, and the new one has not come yet.
    mkdirSync(path.join(machine.target, '.gatehouse-draft-x'));
    machine.write('.gatehouse-former-report/SKILL.md', machine.read('report/SKILL.md') ?? '');
    machine.remove('report');
    expect(await machine.sync()).toMatchObject({ sent: [], conflicts: [] });
    expect(machine.files()).toEqual({ 'report/SKILL.md': skillText('report', 'one') });
    expect(readdirSync(machine.target).toSorted()).toEqual(['.gatehouse-skills.json', 'report']);
  });

  it('needs few requests', async () => {
    await using world = await openSyncWorld();
    using machine = await world.machine();
    const files = Array.from({ length: 19 }, (_, index) => ({ path: `references/${index}.md`, content: 'x'.repeat(2000) }));
    for (let index = 0; index < 100; index++) await addSkill(world, `skill-${index}`, 'one', { files });
    expect((await machine.sync()).written).toHaveLength(100);
    expect(machine.requests).toBeLessThanOrEqual(6);
    machine.requests = 0;
    world.world.clock.now += 10_000;
    await machine.sync();
    expect(machine.requests).toBeLessThanOrEqual(3);
  });
});

function modeOf({ target }: Machine, name: string): number {
  return statSync(path.join(target, name)).mode & 0o777;
}

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hourMs } from '@gatehouse/domain';
import { describe, expect, it } from 'vitest';
import type { Loose } from '../kit/world.ts';
import { skillText } from './story.ts';
import { type Machine, openSyncWorld, type SyncWorld } from './sync-world.ts';

async function addSkill({ as }: SyncWorld, name: string, body: string, more: object = {}): Promise<Loose> {
  return await as('write_skill', { content: skillText(name, body), ...more });
}

describe('skills on disk (D72.14, D72.15)', () => {
  it("writes versions that a person has saved, and lets an agent's version wait for a review", async () => {
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

  it("writes an agent's version immediately if the folder is trusted", async () => {
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

  it('sends local edits, which wait for a review on other machines', async () => {
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

  it('keeps local edits in a conflict file if someone has changed the skill since', async () => {
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
    // Each run reports the conflict until someone deletes it.
    expect(await machine.sync()).toMatchObject({ conflicts, written: [], sent: [] });
  });

  it('writes neither of two skills with the same name, and reports both', async () => {
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

  it('leaves a name on disk to the reviewed skill that has it, and gives an unreviewed one no name', async () => {
    await using world = await openSyncWorld();
    using machine = await world.machine();
    using fresh = await world.machine();
    const { id } = await addSkill(world, 'deploy', 'reviewed');
    await machine.sync();
    const { id: folderId } = await machine.client.createFolder({ name: 'Other' });
    await machine.client.writeSkill({ content: skillText('deploy', 'by an agent'), folderId });
    expect(await machine.sync()).toMatchObject({ duplicates: [], removed: [] });
    world.world.clock.now += 10_000;
    await world.as('write_skill', { fileId: id, content: skillText('deploy', 'mended') });
    expect(await machine.sync()).toMatchObject({ written: [{ name: 'deploy', version: 2 }], duplicates: [] });
    expect(await fresh.sync()).toMatchObject({ written: [{ name: 'deploy', version: 2 }], duplicates: [] });
    expect(fresh.read('deploy/SKILL.md')).toBe(skillText('deploy', 'mended'));
  });

  it('neither sends nor writes temporary files of editors and programs', async () => {
    await using world = await openSyncWorld();
    using one = await world.machine();
    using two = await world.machine();
    const { id } = await addSkill(world, 'report', 'one', { files: [{ path: 'scripts/a.py', content: 'print(1)\n' }] });
    for (const machine of [one, two]) await machine.sync({ confirm: async () => true });
    const leftovers = ['scripts/__pycache__/a.cpython-311.pyc', 'SKILL.md~', '#SKILL.md#', 'Thumbs.db', 'desktop.ini'];
    for (const leftover of leftovers) one.write(`report/${leftover}`, leftover);
    expect(await one.sync()).toMatchObject({ sent: [], refused: [], conflicts: [] });
    world.world.clock.now += 10_000;
    await world.as('write_skill', { fileId: id, files: leftovers.map((leftover) => ({ path: leftover, content: 'sent by others' })) });
    expect(await two.sync()).toMatchObject({ written: [{ name: 'report', version: 2 }], sent: [] });
    expect(Object.keys(two.files())).toEqual(['report/SKILL.md', 'report/scripts/a.py']);
    expect(await one.sync()).toMatchObject({ written: [{ name: 'report', version: 2 }], conflicts: [] });
    expect(one.read('report/Thumbs.db')).toBe('Thumbs.db');
    two.write('report/SKILL.md', skillText('report', 'edited'));
    expect(await two.sync()).toMatchObject({ sent: [{ name: 'report', version: 3 }] });
    expect(await world.as('delete_file', { fileId: id })).toEqual({ ok: true });
    expect(await one.sync()).toMatchObject({ removed: ['report'], conflicts: [] });
    expect(one.files()).toEqual({});
  });

  it('sends bytes that are valid UTF-8 but not text as bytes', async () => {
    await using world = await openSyncWorld();
    using one = await world.machine();
    using two = await world.machine();
    await addSkill(world, 'report', 'one');
    await one.sync();
    one.write('report/assets/a.tar', 'name\0\0\0text');
    one.write('report/assets/b.txt', 'text');
    expect(await one.sync()).toMatchObject({ sent: [{ name: 'report', version: 2 }], refused: [] });
    expect(await two.sync({ trust: [] })).toMatchObject({ written: [{ name: 'report', version: 1 }] });
    expect(Object.keys(one.files())).toEqual(['report/SKILL.md', 'report/assets/a.tar', 'report/assets/b.txt']);
  });

  it('changes no folder that it did not write, and removes its own when the skill is gone', async () => {
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

  it('asks before it writes a skill with scripts for the first time, and sets executable bits only on request', async () => {
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

  it('asks again when a script is added or changed, but not for other changes (D72.14)', async () => {
    await using world = await openSyncWorld();
    using machine = await world.machine();
    const { id } = await addSkill(world, 'runs', 'one', { files: [{ path: 'scripts/go.sh', content: 'one\n' }] });
    const asked: string[][] = [];
    const sync = async (answer: boolean) =>
      await machine.sync({
        confirm: async (_, scripts) => {
          asked.push([...scripts]);
          return answer;
        },
      });
    const write = async (files: object[]) => {
      world.world.clock.now += 10_000;
      await world.as('write_skill', { fileId: id, files });
    };
    await sync(true);
    await write([{ path: 'references/a.md', content: 'text\n' }]);
    expect(await sync(false)).toMatchObject({ written: [{ name: 'runs', version: 2 }] });
    await write([{ path: 'scripts/go.sh', content: 'two\n' }]);
    expect(await sync(false)).toMatchObject({ written: [], unconfirmed: [{ name: 'runs', scripts: ['scripts/go.sh'] }] });
    expect(machine.files()['runs/scripts/go.sh']).toBe('one\n');
    expect(await sync(true)).toMatchObject({ written: [{ name: 'runs', version: 3 }] });
    await write([{ path: 'tool.py', content: '#!/usr/bin/env python3\n' }]);
    await sync(true);
    // Edits made here need no confirmation when they come back in a later version.
    machine.write('runs/scripts/go.sh', 'mine\n');
    expect(await sync(false)).toMatchObject({ sent: [{ name: 'runs', version: 5 }] });
    await write([{ path: 'references/a.md', content: 'more\n' }]);
    expect(await sync(false)).toMatchObject({ written: [{ name: 'runs', version: 6 }] });
    expect(asked).toEqual([['scripts/go.sh'], ['scripts/go.sh'], ['scripts/go.sh'], ['scripts/go.sh', 'tool.py']]);
  });

  it('asks about a skill that an earlier version of the command was allowed to write only if its scripts change (D72.14)', async () => {
    await using world = await openSyncWorld();
    using machine = await world.machine();
    const { id } = await addSkill(world, 'runs', 'one', { files: [{ path: 'scripts/go.sh', content: 'one\n' }] });
    await machine.sync({ confirm: async () => true });
    const file = path.join(machine.target, '.gatehouse-skills.json');
    const { scripts, ...state } = JSON.parse(readFileSync(file, 'utf8'));
    expect(Object.keys(scripts)).toEqual([id]);
    writeFileSync(file, JSON.stringify({ ...state, confirmed: [id] }));
    const write = async (files: object[]) => {
      world.world.clock.now += 10_000;
      await world.as('write_skill', { fileId: id, files });
    };
    await write([{ path: 'scripts/go.sh', content: 'two\n' }]);
    expect(await machine.sync({ confirm: async () => false })).toMatchObject({ written: [], unconfirmed: [{ name: 'runs' }] });
    const unchanged = { path: 'scripts/go.sh', content: 'one\n' };
    await write([unchanged, { path: 'references/a.md', content: 'text\n' }]);
    expect(await machine.sync({ confirm: async () => false })).toMatchObject({ written: [{ name: 'runs', version: 3 }] });
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

  it('continues after it was killed between the old folder and the new one', async () => {
    await using world = await openSyncWorld();
    using machine = await world.machine();
    await addSkill(world, 'report', 'one');
    await machine.sync();
    // Imitates a kill after the old folder was moved away and before the new one was put in place.
    mkdirSync(path.join(machine.target, '.gatehouse-draft-x'));
    machine.write('.gatehouse-former-report/SKILL.md', machine.read('report/SKILL.md') ?? '');
    machine.remove('report');
    expect(await machine.sync()).toMatchObject({ sent: [], conflicts: [] });
    expect(machine.files()).toEqual({ 'report/SKILL.md': skillText('report', 'one') });
    expect(readdirSync(machine.target).toSorted()).toEqual(['.gatehouse-skills.json', 'report']);
  });

  it('misses no skill of a list whose pages have shifted', async () => {
    await using world = await openSyncWorld();
    using machine = await world.machine();
    const ids: string[] = [];
    for (let index = 0; index < 205; index++) {
      world.world.clock.now++;
      ids.push((await addSkill(world, `skill-${index}`, 'one')).id);
    }
    const [early, late] = [ids[50] as string, ids[202] as string];
    await world.as('delete_file', { fileId: early });
    await machine.sync();
    // Restoring it moves the end of the first page, but not the beginning of its own page.
    await world.as('restore_item', { itemId: early });
    await world.as('delete_file', { fileId: late });
    world.world.clock.now += hourMs;
    expect(await machine.sync()).toMatchObject({ written: [{ name: 'skill-50' }], removed: ['skill-202'] });
    world.world.clock.now += hourMs;
    expect(await machine.sync()).toMatchObject({ written: [], removed: [] });
    expect(Object.keys(machine.files())).toHaveLength(204);
  });

  it('needs few requests for 100 skills of 20 files', () => countRequests({ skills: 100, first: 6 }));
  it(
    'needs at most 60 requests for the first sync of 1,000 skills of 20 files, and at most 3 without changes',
    {
      tags: ['nightly'],
      timeout: 1_800_000,
    },
    () => countRequests({ skills: 1000, first: 60 }),
  );
});

/** Counts the requests of a first sync, of one without changes, and of one an hour later, which lists everything. */
async function countRequests({ skills, first }: { skills: number; first: number }): Promise<void> {
  await using world = await openSyncWorld();
  using machine = await world.machine();
  const files = Array.from({ length: 19 }, (_, index) => ({ path: `references/${index}.md`, content: `${index}${'x'.repeat(2000)}` }));
  for (let index = 0; index < skills; index++) {
    // Skills that are created in one millisecond are in the order of their identifiers.
    world.world.clock.now += index % 2;
    await addSkill(world, `skill-${index}`, 'one', { files });
  }
  const requestsOf = async (): Promise<number> => {
    machine.requests = 0;
    expect((await machine.sync()).refused).toEqual([]);
    return machine.requests;
  };
  // A list of changes shows those of the last two seconds again.
  world.world.clock.now += 10_000;
  const counted = [await requestsOf()];
  expect(Object.keys(machine.files())).toHaveLength(20 * skills);
  for (const later of [10_000, 20_000, hourMs]) {
    world.world.clock.now += later;
    counted.push(await requestsOf());
  }
  process.stdout.write(`${skills} skills: ${counted.join(', ')} requests\n`);
  expect(counted[0]).toBeLessThanOrEqual(first);
  for (const requests of counted.slice(1)) expect(requests).toBeLessThanOrEqual(3);
}

function modeOf({ target }: Machine, name: string): number {
  return statSync(path.join(target, name)).mode & 0o777;
}

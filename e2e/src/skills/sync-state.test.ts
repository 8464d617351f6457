import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { skillText } from './story.ts';
import { openSyncWorld } from './sync-world.ts';

const stateFile = '.gatehouse-skills.json';

describe('the stored state of a directory of skills (D72.14, D72.19)', () => {
  it('does not mark the newest version as present if only the edited files are equal', async () => {
    await using world = await openSyncWorld();
    using machine = await world.machine();
    const { id } = await world.as('write_skill', {
      content: skillText('report', 'one'),
      files: [{ path: 'references/facts.md', content: 'old\n' }],
    });
    await machine.sync();
    world.world.clock.now += 10_000;
    // A person makes the same edit as this machine, and two more.
    await world.as('write_skill', {
      fileId: id,
      content: skillText('report', 'two'),
      files: [
        { path: 'references/facts.md', content: 'new\n' },
        { path: 'references/more.md', content: 'more\n' },
      ],
    });
    machine.write('report/references/facts.md', 'new\n');
    expect(await machine.sync()).toMatchObject({ sent: [], written: [{ name: 'report', version: 2 }], conflicts: [] });
    expect(machine.files()).toEqual({
      'report/SKILL.md': skillText('report', 'two'),
      'report/references/facts.md': 'new\n',
      'report/references/more.md': 'more\n',
    });
  });

  it('maps the name of a trusted folder to the folder that it first referred to, even if another folder gets that name', async () => {
    await using world = await openSyncWorld();
    using machine = await world.machine();
    const { id: first } = await world.as('create_folder', { name: 'Team' });
    const { id } = await machine.client.writeSkill({ content: skillText('early', 'one'), folderId: first });
    const trust = ['Team'];
    expect(await machine.sync({ trust })).toMatchObject({ written: [{ name: 'early', version: 1 }] });
    world.world.clock.now += 10_000;
    await world.as('rename_folder', { folderId: first, name: 'Former team' });
    const { id: second } = await world.as('create_folder', { name: 'Team' });
    await machine.client.writeSkill({ content: skillText('foreign', 'from someone else'), folderId: second });
    await machine.client.writeSkill({ fileId: id, content: skillText('early', 'two') });
    expect(await machine.sync({ trust })).toMatchObject({
      written: [{ name: 'early', version: 2 }],
      waiting: [{ name: 'foreign', version: 1, here: null }],
    });
    expect(machine.files()).toEqual({ 'early/SKILL.md': skillText('early', 'two') });
  });

  it.each([
    ['a skill', { written: { '../victim': { id: 'skill_1', version: 1, files: {} } } }],
    ['a file', { written: { report: { id: 'skill_1', version: 1, files: { '../../victim/own.md': hashOf('x') } } } }],
    ['a folder that is being replaced', { pending: { '../victim': pendingOf({}) } }],
    ['a file of such a folder', { pending: { report: pendingOf({ '../../victim/own.md': hashOf('x') }) } }],
  ])('accepts no name that leads out of the directory: %s', async (_, hostile) => {
    await using world = await openSyncWorld();
    using machine = await world.machine();
    await machine.sync();
    const victim = path.join(machine.target, '../victim');
    mkdirSync(victim, { recursive: true });
    writeFileSync(path.join(victim, 'own.md'), 'own\n');
    const place = path.join(machine.target, stateFile);
    writeFileSync(place, JSON.stringify({ ...JSON.parse(readFileSync(place, 'utf8')), ...hostile }));
    try {
      await expect(machine.sync()).rejects.toThrow('was not written by this command: remove it to start over');
      expect(readFileSync(path.join(victim, 'own.md'), 'utf8')).toBe('own\n');
    } finally {
      rmSync(victim, { recursive: true, force: true });
    }
  });

  it.each(['..', '.', ''])('is not searched for in a former folder whose name leads out: %j', async (name) => {
    await using world = await openSyncWorld();
    using machine = await world.machine();
    const outside = path.dirname(machine.target);
    const before = readdirSync(outside).filter((entry) => entry.startsWith('.from-a-repository'));
    machine.write(`.gatehouse-former-${name}/.from-a-repository`, 'hidden\n');
    machine.write(`.gatehouse-former-${name}/SKILL.md`, 'foreign\n');
    await machine.sync();
    expect(readdirSync(outside).filter((entry) => entry.startsWith('.from-a-repository'))).toEqual(before);
    expect(existsSync(path.join(machine.target, '.from-a-repository'))).toBe(false);
    expect(machine.conflicts()).toEqual([]);
    // The sync did not create this folder, so it stays.
    expect(machine.read(`.gatehouse-former-${name}/SKILL.md`)).toBe('foreign\n');
  });

  it('contains no skill or file from the object prototype: "constructor" is a name like any other', async () => {
    await using world = await openSyncWorld();
    using machine = await world.machine();
    machine.write('constructor/SKILL.md', 'mine\n');
    const { id } = await world.as('write_skill', {
      content: skillText('constructor', 'one'),
      files: [{ path: 'constructor', content: 'a file\n' }],
    });
    expect(await machine.sync()).toMatchObject({ written: [], refused: [{ name: 'constructor' }] });
    expect(machine.files()).toEqual({ 'constructor/SKILL.md': 'mine\n' });
    machine.remove('constructor');
    expect(await machine.sync()).toMatchObject({ written: [{ name: 'constructor', version: 1 }] });
    world.world.clock.now += 10_000;
    machine.remove('constructor/constructor');
    expect(await machine.sync()).toMatchObject({ sent: [{ name: 'constructor', version: 2 }], written: [] });
    expect((await world.as('read_skill_files', { fileId: id, paths: [] })).manifest).toMatchObject([{ path: 'SKILL.md' }]);
  });

  it('belongs to one gateway', async () => {
    await using world = await openSyncWorld();
    using machine = await world.machine();
    await world.as('write_skill', { content: skillText('report', 'one') });
    await machine.sync();
    await expect(machine.sync({ gateway: 'http://other.test' })).rejects.toThrow(`has skills of ${world.world.url}`);
    expect(machine.files()).toEqual({ 'report/SKILL.md': skillText('report', 'one') });
  });
});

describe('a run for one skill (D72.14, D72.15)', () => {
  it('writes a locally removed file again if a newer version contains all remaining files', async () => {
    await using world = await openSyncWorld();
    using machine = await world.machine();
    const files = ['a.md', 'b.md'].map((name) => ({ path: name, content: `${name}\n` }));
    const { id } = await world.as('write_skill', { content: skillText('report', 'one'), files });
    await machine.sync();
    world.world.clock.now += 10_000;
    await world.as('write_skill', { fileId: id, content: skillText('report', 'two') });
    machine.write('report/SKILL.md', skillText('report', 'two'));
    machine.remove('report/a.md');
    expect(await machine.sync()).toMatchObject({ sent: [], written: [{ name: 'report', version: 2 }], conflicts: [] });
    expect(machine.files()).toEqual({ 'report/SKILL.md': skillText('report', 'two'), 'report/a.md': 'a.md\n', 'report/b.md': 'b.md\n' });
  });

  it('writes only the skills of one folder on request, by its name or identifier', async () => {
    await using world = await openSyncWorld();
    const { id: folderId } = await world.as('create_folder', { name: 'Team' });
    await world.as('write_skill', { content: skillText('inside', 'one'), folderId });
    await world.as('write_skill', { content: skillText('outside', 'one') });
    for (const only of ['Team', folderId]) {
      using machine = await world.machine();
      expect(await machine.sync({ only })).toMatchObject({ written: [{ name: 'inside' }], waiting: [], refused: [] });
      expect(Object.keys(machine.files())).toEqual(['inside/SKILL.md']);
    }
  });

  it('asks before it writes a script in another folder too, recognized by its first characters', async () => {
    await using world = await openSyncWorld();
    using machine = await world.machine();
    const files = [{ path: 'tools/go', content: '#!/bin/sh\n' }];
    await world.as('write_skill', { content: skillText('runs', 'one'), files });
    const report = await machine.sync({ confirm: async () => false });
    expect(report).toMatchObject({ written: [], unconfirmed: [{ name: 'runs', scripts: ['tools/go'] }] });
    expect(machine.files()).toEqual({});
  });

  it('names a folder after the written version, not after a later rename by an agent', async () => {
    await using world = await openSyncWorld();
    using machine = await world.machine();
    const { id } = await world.as('write_skill', { content: skillText('report', 'one') });
    await machine.client.writeSkill({ fileId: id, content: skillText('renamed', 'by an agent') });
    expect(await machine.sync()).toMatchObject({ written: [{ name: 'report', version: 1 }], waiting: [{ name: 'report', version: 2 }] });
    expect(machine.files()).toEqual({ 'report/SKILL.md': skillText('report', 'one') });
  });

  it('keeps a local skill if another one gets its name', async () => {
    await using world = await openSyncWorld();
    using machine = await world.machine();
    await world.as('write_skill', { content: skillText('report', 'one') });
    await machine.sync();
    world.world.clock.now += 10_000;
    const { id: folderId } = await world.as('create_folder', { name: 'Team' });
    await world.as('write_skill', { content: skillText('report', 'other'), folderId });
    expect(await machine.sync()).toMatchObject({ duplicates: [{ name: 'report' }], removed: [], written: [] });
    expect(machine.files()).toEqual({ 'report/SKILL.md': skillText('report', 'one') });
  });

  it('removes a skill that waits for a review and is no longer shared with this key', async () => {
    await using world = await openSyncWorld();
    const email = 'bob@acme.test';
    const bob = await world.world.addPerson(email);
    using machine = await world.machine({ tenant: { ...world.world, owner: bob } });
    const { id: folderId } = await world.as('create_folder', { name: 'Team' });
    await world.as('share_folder', { folderId, email });
    await world.as('write_skill', { content: skillText('report', 'one'), folderId });
    await machine.sync();
    world.world.clock.now += 10_000;
    machine.write('report/SKILL.md', skillText('report', 'edited here'));
    expect(await machine.sync()).toMatchObject({ sent: [{ name: 'report', version: 2 }] });
    world.world.clock.now += 10_000;
    await world.as('unshare_folder', { folderId, email });
    expect(await machine.sync()).toMatchObject({ removed: ['report'] });
    expect(machine.files()).toEqual({});
  });

  it('recognizes a folder that it wrote, for any step at which it was killed the first time', async () => {
    await using world = await openSyncWorld();
    await world.as('write_skill', { content: skillText('report', 'one'), files: [{ path: 'a.md', content: 'a\n' }] });
    let killed = 0;
    for (let killAt = 1; ; killAt++) {
      using machine = await world.machine({ maxRetries: 0 });
      const report = await machine.troubledSync({ killAt });
      expect(await machine.sync(), `after a kill at step ${killAt}`).toMatchObject({ refused: [], sent: [], conflicts: [] });
      expect(machine.files()).toEqual({ 'report/SKILL.md': skillText('report', 'one'), 'report/a.md': 'a\n' });
      if (report) break;
      killed = killAt;
    }
    expect(killed).toBeGreaterThan(10);
  });
});

function hashOf(sha256: string): object {
  return { sha256, executable: false };
}

function pendingOf(files: object): object {
  return { inode: '1', skill: { id: 'skill_1', version: 1, files }, expected: {} };
}

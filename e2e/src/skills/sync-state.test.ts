import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { skillText } from './story.ts';
import { openSyncWorld } from './sync-world.ts';

const stateFile = '.gatehouse-skills.json';

describe('what a directory of skills remembers (D72.14, D72.19)', () => {
  it('is not taken for the newest version where only the edited files are the same', async () => {
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

  it('lets the name of a trusted folder mean the folder that it meant first, whatever folder has that name later', async () => {
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
  ])('has no name that leads out of the directory: %s', async (_, hostile) => {
    await using world = await openSyncWorld();
    using machine = await world.machine();
    await machine.sync();
    const victim = path.join(machine.target, '../victim');
    mkdirSync(victim, { recursive: true });
    writeFileSync(path.join(victim, 'own.md'), 'own\n');
    const place = path.join(machine.target, stateFile);
    writeFileSync(place, JSON.stringify({ ...JSON.parse(readFileSync(place, 'utf8')), ...hostile }));
    try {
      await expect(machine.sync()).rejects.toThrow('was not written by this command: remove it to begin again');
      expect(readFileSync(path.join(victim, 'own.md'), 'utf8')).toBe('own\n');
    } finally {
      rmSync(victim, { recursive: true, force: true });
    }
  });

  it.each(['..', '.', ''])('is not looked for in a former folder whose name leads out: %j', async (name) => {
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
    // It is nobody's, so it stays.
    expect(machine.read(`.gatehouse-former-${name}/SKILL.md`)).toBe('foreign\n');
  });

  it('has no skill or file that every object of the language has: "constructor" is a name like any other', async () => {
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
});

function hashOf(sha256: string): object {
  return { sha256, executable: false };
}

function pendingOf(files: object): object {
  return { inode: '1', skill: { id: 'skill_1', version: 1, files }, expected: {} };
}

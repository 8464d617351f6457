import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { identityOf } from '@gatehouse/domain/processes';
import { describe, expect, it } from 'vitest';
import { openPlace } from '../cli/command.ts';
import { skillText } from './story.ts';
import { openSyncWorld } from './sync-world.ts';

const lockFile = '.gatehouse-sync.lock';

async function openCommand() {
  const world = await openSyncWorld();
  const place = openPlace();
  const { key } = await world.world.createKey(world.world.owner, 'write');
  const target = mkdtempSync(path.join(tmpdir(), 'gatehouse-command-'));
  const env = { GATEHOUSE_KEY: key, GATEHOUSE_URL: world.world.url };
  return {
    world,
    target,
    env,
    place,
    run: (...args: string[]) => place.run(['skills', ...args, '--to', target], { env }),
    text: (name: string) => readFileSync(path.join(target, name, 'SKILL.md'), 'utf8'),
    async [Symbol.asyncDispose]() {
      rmSync(target, { recursive: true, force: true });
      place[Symbol.dispose]();
      await world[Symbol.asyncDispose]();
    },
  };
}

describe('gatehouse skills (D72.14)', () => {
  it('returns to the previous version, stays there, and follows the newest again', async () => {
    await using command = await openCommand();
    const { world, run, text } = command;
    const { id } = await world.as('write_skill', { content: skillText('report', 'one') });
    const save = async (body: string) => {
      world.world.clock.now += 10_000;
      await world.as('write_skill', { fileId: id, content: skillText('report', body) });
    };
    await run('sync');
    await save('two');
    await run('sync');
    expect(text('report')).toContain('two');
    expect((await run('rollback', 'report')).stdout).toContain('returns to version 1');
    await run('sync');
    expect(text('report')).toContain('one');
    await save('three');
    await run('sync');
    expect(text('report')).toContain('one');
    await run('pin', 'report', 'latest');
    await run('sync');
    expect(text('report')).toContain('three');
    await run('pin', 'report', '2');
    await run('sync');
    expect(text('report')).toContain('two');
  });

  it.each(['an edit that the gateway refuses', 'an edit of an older version'])(
    'exits with 1 while %s is only on this machine',
    async (what) => {
      await using command = await openCommand();
      const { world, target, run } = command;
      const { id } = await world.as('write_skill', { content: skillText('report', 'one') });
      expect(await run('sync')).toMatchObject({ code: 0 });
      const isRefused = what === 'an edit that the gateway refuses';
      writeFileSync(path.join(target, 'report/SKILL.md'), isRefused ? 'without a name' : skillText('report', 'from here'));
      world.world.clock.now += 10_000;
      if (!isRefused) await world.as('write_skill', { fileId: id, content: skillText('report', 'two') });
      for (let time = 0; time < 2; time++) expect(await run('sync')).toMatchObject({ code: 1 });
      if (isRefused) writeFileSync(path.join(target, 'report/SKILL.md'), skillText('report', 'one'));
      else rmSync(path.join(target, '.gatehouse-conflicts'), { recursive: true });
      expect(await run('sync')).toMatchObject({ code: 0 });
    },
  );

  it('fails at once while another process syncs the directory, and removes the lock of a killed process', async () => {
    await using command = await openCommand();
    const { world, run, target, text } = command;
    await world.as('write_skill', { content: skillText('report', 'one') });
    const lock = path.join(target, lockFile);
    const self = identityOf(process.pid);
    writeFileSync(lock, JSON.stringify(self));
    expect(await run('sync')).toMatchObject({ code: 1, stderr: expect.stringContaining('is being synced by another process') });
    expect(readdirSync(target)).toEqual([lockFile]);
    for (const left of [JSON.stringify({ ...self, started: 'another time' }), '{"pid":']) {
      writeFileSync(lock, left);
      expect(await run('sync')).toMatchObject({ code: 0 });
      expect(readdirSync(target)).not.toContain(lockFile);
    }
    expect(text('report')).toContain('one');
  });

  it('refuses a path through a symbolic link inside the repository', async () => {
    await using command = await openCommand();
    const { world, place, env, target } = command;
    await world.as('write_skill', { content: skillText('report', 'one') });
    const repository = path.join(place.folder, 'repository');
    mkdirSync(repository);
    symlinkSync(target, path.join(repository, '.claude'));
    const ended = await place.run(['skills', 'sync', '--to', '.claude/skills'], { env, cwd: repository });
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining('.claude is a symbolic link') });
    expect(readdirSync(target)).toEqual([]);
  });
});

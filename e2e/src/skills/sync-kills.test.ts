import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { skillText } from './story.ts';
import { type Machine, openSyncWorld, type SyncWorld } from './sync-world.ts';

const files = (stamp: string) => [
  { path: 'references/x.md', content: `x of ${stamp}\n` },
  { path: 'references/y.md', content: 'y\n' },
];

/** A machine on which one run has everything to do: send an edit, keep another as a conflict, replace, rename, remove and add a folder. */
async function openBusyMachine(world: SyncWorld): Promise<Machine> {
  const tenant = await world.addTenant();
  const as = (tool: string, input: object) => world.world.as(tenant.owner, tool, input);
  const machine = await world.machine({ tenant, maxRetries: 0 });
  const ids = new Map<string, string>();
  for (const name of ['sent', 'late', 'newer', 'renamed', 'gone']) {
    ids.set(name, (await as('write_skill', { content: skillText(name, 'one'), files: files('one') })).id);
  }
  await machine.sync();
  world.world.clock.now += 10_000;
  machine.write('sent/references/x.md', 'edited here\n');
  machine.write('late/references/x.md', 'edited too late\n');
  machine.write('newer/.note', 'hidden in newer\n');
  machine.write('gone/.note', 'hidden in gone\n');
  machine.write('gone/references/x.md', 'edited in gone\n');
  for (const name of ['late', 'newer'])
    await as('write_skill', { fileId: ids.get(name), files: [{ path: 'references/x.md', content: 'x of two\n' }] });
  await as('write_skill', { fileId: ids.get('renamed'), content: skillText('other', 'one') });
  await as('delete_file', { fileId: ids.get('gone') });
  await as('write_skill', { content: skillText('added', 'one'), files: files('one') });
  return machine;
}

/** Expects the same files as after one uninterrupted run. */
function expectDone(machine: Machine): void {
  const folder = (folderName: string, name: string, x: string) => ({
    [`${folderName}/SKILL.md`]: skillText(name, 'one'),
    [`${folderName}/references/x.md`]: x,
    [`${folderName}/references/y.md`]: 'y\n',
  });
  expect(machine.files()).toEqual({
    ...folder('added', 'added', 'x of one\n'),
    ...folder('late', 'late', 'x of two\n'),
    ...folder('newer', 'newer', 'x of two\n'),
    ...folder('other', 'other', 'x of one\n'),
    ...folder('sent', 'sent', 'edited here\n'),
  });
  expect(machine.allFiles()).toMatchObject({ 'newer/.note': 'hidden in newer\n' });
  expect(machine.conflicts().toSorted()).toEqual(['edited in gone\n', 'edited too late\n', 'hidden in gone\n']);
  expect(readdirSync(machine.target).filter((name) => name.startsWith('.'))).toEqual(['.gatehouse-conflicts', '.gatehouse-skills.json']);
}

describe('a sync that is killed (D72.19)', () => {
  it('is continued by the next one, after any step', () => killAtSteps(11));
  it('is continued by the next one, after every step', { tags: ['nightly'], timeout: 3_600_000 }, () => killAtSteps(1));

  it.each([7, 41])('is continued after kill -9 of the command at change %d of the disk', (step) => killCommand(step));
  it('is continued after kill -9 of the command at every fourth change of the disk', {
    tags: ['nightly'],
    timeout: 3_600_000,
  }, async () => {
    for (let step = 1; step < 100; step += 4) await killCommand(step);
  });
});

async function killAtSteps(distance: number): Promise<void> {
  await using world = await openSyncWorld();
  let killed = 0;
  for (let killAt = 1; ; killAt += distance) {
    using machine = await openBusyMachine(world);
    const report = await machine.troubledSync({ killAt });
    await machine.sync();
    expectDone(machine);
    expect(await machine.sync(), `after a kill at step ${killAt}`).toMatchObject({ written: [], sent: [], removed: [], refused: [] });
    if (report) break;
    killed = killAt;
  }
  expect(killed).toBeGreaterThan(60);
}

async function killCommand(step: number): Promise<void> {
  await using world = await openSyncWorld();
  using machine = await openBusyMachine(world);
  expect(await runCommand(machine, world, step)).toBe('SIGKILL');
  // Edits are left in conflict files.
  expect(await runCommand(machine, world)).toBe(1);
  expectDone(machine);
}

/** Runs the real command in its own process, which kills itself at a step. */
async function runCommand({ target, key }: Machine, { world }: SyncWorld, step?: number): Promise<NodeJS.Signals | number | null> {
  const [command, preload] = ['../../../apps/cli/bin/gatehouse.mjs', './kill-at-step.ts'].map((file) =>
    fileURLToPath(new URL(file, import.meta.url)),
  );
  const child = spawn(
    process.execPath,
    ['--import', preload as string, command as string, 'skills', 'sync', '--to', target, '--yes', '--url', world.url],
    {
      env: { ...process.env, GATEHOUSE_KEY: key, KILL_BELOW: target, KILL_AT_STEP: String(step ?? 0) },
      stdio: 'ignore',
    },
  );
  const [code, signal] = await once(child, 'exit');
  return signal ?? code;
}

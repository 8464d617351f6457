import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Client, ListSkillsOutput } from '@gatehouse/client';
import { type HostileSkill, hostileMain, hostileName, hostileSkills, oddPaths } from '@gatehouse/core/testing';
import { checkSkillPath, quotePath } from '@gatehouse/domain/skills';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPlace, type Place } from '../cli/command.ts';
import type { Loose } from '../kit/world.ts';
import { skillText } from './story.ts';
import { openSyncWorld, type SyncWorld } from './sync-world.ts';

/** Skills that a disk of this system can store: file names without "/" and zero bytes, of 1 to 255 bytes. */
const onDisk = hostileSkills.filter(({ files }) => {
  const places = files.map((file) => file.path);
  const canBe = (part: string) =>
    !['', '.', '..'].includes(part) && !part.includes('\0') && part.isWellFormed() && Buffer.byteLength(part) <= 255;
  const isAlone = (place: string) => !places.some((other) => other.startsWith(`${place}/`)) && !place.startsWith('SKILL.md/');
  return places.every((place) => place.split('/').every(canBe) && isAlone(place));
});

function write(folder: string, { files }: Pick<HostileSkill, 'files'>): void {
  for (const { path: at, sizeBytes } of files) {
    const place = path.join(folder, at);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, sizeBytes === 1 ? 'x' : '');
    // Sparse: it takes no room.
    if (sizeBytes !== 1) truncateSync(place, sizeBytes);
  }
}

let outer: string;

/** Lists everything below a folder without following links. */
function below(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .toSorted();
}

beforeEach(() => {
  outer = mkdtempSync(path.join(tmpdir(), 'gatehouse-hostile-'));
});
afterEach(() => rmSync(outer, { recursive: true, force: true }));

describe('hostile packages on disk (D72.2, D72.12)', () => {
  let place: Place;
  beforeEach(async () => {
    place = openPlace();
    await place.json(['init', '--org', 'Acme', '--email', 'ada@example.com']);
  });
  afterEach(() => place[Symbol.dispose]());

  it('are left out by an import with the reason, and are not exported', async () => {
    const source = path.join(outer, 'source');
    const secret = path.join(outer, 'secret.md');
    writeFileSync(secret, 'secret outside');
    for (const [index, hostile] of onDisk.entries()) {
      const folder = path.join(source, `${index}`);
      mkdirSync(folder, { recursive: true });
      writeFileSync(path.join(folder, 'SKILL.md'), hostile.main ?? skillText(`hostile-${index}`, 'one'));
      write(folder, hostile);
    }
    const linked = path.join(source, 'linked');
    mkdirSync(linked);
    writeFileSync(path.join(linked, 'SKILL.md'), skillText('linked', 'one'));
    symlinkSync(secret, path.join(linked, 'secret.md'));
    symlinkSync(outer, path.join(linked, 'above'));
    mkdirSync(path.join(source, 'main-is-a-link'));
    symlinkSync(secret, path.join(source, 'main-is-a-link/SKILL.md'));
    const { stdout } = await place.run(['import', source, '--organization', '--json']);
    const report = JSON.parse(stdout);
    const reasons = new Map<string, string>(report.skipped.map((one: Loose) => [one.path, one.reason]));
    const imported: string[] = [];
    for (const [index, { what, files }] of onDisk.entries()) {
      // A folder with such files is a skill without them.
      const isPartlyOut = hasHidden(files);
      const of = [...reasons].filter(([at]) => at === `${index}` || at.startsWith(`${index}/`));
      expect(of, what).toHaveLength(1);
      const [at, reason] = of[0] as [string, string];
      expect(at === `${index}`, `${what}: ${reason}`).toBe(!isPartlyOut);
      if (isPartlyOut) imported.push(`hostile-${index}`);
      expect(reason, what).toMatch(
        isPartlyOut
          ? /begins with a dot|installed packages|an environment file|version control/
          : /^(?:no skill: |invalid_skill|.*(?:SKILL\.md|at most|path))/,
      );
    }
    for (const link of ['linked/secret.md', 'linked/above', 'main-is-a-link/SKILL.md']) expect(reasons.get(link)).toBe('a symbolic link');
    const back = path.join(outer, 'back/here');
    await place.json(['export', back]);
    const exported = below(back);
    expect(exported.filter((at) => at.startsWith('hostile'))).toEqual(imported.flatMap((name) => [name, `${name}/SKILL.md`]).toSorted());
    expect(exported.filter((at) => at.startsWith('linked'))).toEqual(['linked', 'linked/SKILL.md']);
    expect(below(outer).filter((at) => !/^(?:source|back\/here)(?:\/|$)/.test(at))).toEqual(['back', 'secret.md']);
    expect(await place.json(['verify'])).toMatchObject({ problems: [] });
  });
});

describe('files that a sync sends back (D72.15)', () => {
  it('include nothing of a hostile folder: each fault is reported, and each refusal by the gateway is a row of its log', async () => {
    await using world = await openSyncWorld();
    using machine = await world.machine();
    const names = onDisk.map((_, index) => `hostile-${index}`);
    for (const name of names) await world.as('write_skill', { content: skillText(name, 'good') });
    await machine.sync();
    world.world.clock.now += 10_000;
    for (const [index, hostile] of onDisk.entries()) {
      const folder = path.join(machine.target, `hostile-${index}`);
      if (hostile.main !== undefined) writeFileSync(path.join(folder, 'SKILL.md'), hostile.main);
      write(folder, hostile);
    }
    const report = await machine.sync();
    let refused = 0;
    for (const [index, hostile] of onDisk.entries()) {
      const own = report.refused.filter(({ name }) => name === names[index]).map(({ why }) => why);
      if (hasHidden(hostile.files)) expect(own, hostile.what).toEqual([]);
      else if (refusedBy(hostile, own) === 'gateway') refused++;
    }
    // Only one of two spellings of a path is sent: the one in NFC.
    const double = onDisk.findIndex(({ fault, files }) => fault === 'not_nfc' && files.length > 1);
    expect(report.sent).toEqual([{ name: names[double], version: 2 }]);
    expect(refused).toBeGreaterThan(8);
    const rows = (await world.world.activity()).filter(({ tool, outcome }) => tool === 'write_skill' && outcome === 'invalid_request');
    expect(rows).toHaveLength(refused);
    const { skills } = await world.as('list_skills', { includeFiles: 'paths', limit: 50 });
    const changed = skills.filter(({ versionCount, manifest }: Loose) => versionCount > 1 || manifest.length > 1);
    expect(changed.map(({ name }: Loose) => name)).toEqual([names[double]]);
    expect(machine.conflicts()).toEqual([]);
    expect(world.world.faults).toEqual([]);
  });

  it('exclude everything that is not a file, which is reported without waiting', async () => {
    await using world = await openSyncWorld();
    using machine = await world.machine();
    await world.as('write_skill', { content: skillText('report', 'one') });
    await machine.sync();
    execFileSync('mkfifo', [path.join(machine.target, 'report/pipe')]);
    expect(await machine.sync()).toMatchObject({ sent: [], refused: [{ name: 'report', why: 'not sent: "pipe" is not a regular file' }] });
  });
});

describe('files that a sync writes (D72.14)', () => {
  it('include nothing of a hostile gateway, and nothing is written outside of the directory', async () => {
    await using world = await openSyncWorld();
    using machine = await world.machine();
    const client = new Map(Object.entries(machine.client));
    // Does not test faults in the text of SKILL.md, which the sync does not check.
    for (const hostile of hostileSkills.filter(({ fault }) => fault !== 'bad_yaml' && fault !== 'long_frontmatter')) {
      const target = path.join(outer, 'home/skills');
      mkdirSync(target, { recursive: true });
      const report = await machine.sync({ target, client: fromHostile(client, hostile) });
      expect([report.written, report.refused], hostile.what).toEqual([[], [{ name: expect.any(String), why: expect.any(String) }]]);
      expect(below(outer), hostile.what).toEqual(['home', 'home/skills', 'home/skills/.gatehouse-skills.json']);
      rmSync(path.join(outer, 'home'), { recursive: true });
    }
  });

  it('can have unusual but valid names, and edits of such files are sent back', async () => {
    await using world = await openSyncWorld();
    using machine = await world.machine();
    const files = oddPaths.map((at) => ({ path: at, content: `${at}\n` }));
    await world.as('write_skill', { content: skillText('odd', 'one'), files });
    expect(await machine.sync()).toMatchObject({ refused: [], written: [{ name: 'odd' }] });
    for (const at of oddPaths) expect(readFileSync(path.join(machine.target, 'odd', at), 'utf8')).toBe(`${at}\n`);
    world.world.clock.now += 10_000;
    for (const at of oddPaths) writeFileSync(path.join(machine.target, 'odd', at), 'edited\n');
    expect(await machine.sync()).toMatchObject({ refused: [], sent: [{ name: 'odd', version: 2 }] });
    expect(await sentTexts(world)).toEqual(oddPaths.map(() => 'edited\n'));
  });
});

/** True if the sync ignores a file: hidden files and installed packages belong to the person who put them there. */
function hasHidden(files: HostileSkill['files']): boolean {
  return files.some(({ path: at }) => at.split('/').some((part) => part.startsWith('.') || part === 'node_modules'));
}

/** Distinguishes who refused a skill: the command names the first invalid path, and the gateway gives a reason. */
function refusedBy(hostile: HostileSkill, reasons: readonly string[]): 'command' | 'gateway' {
  expect(reasons, hostile.what).toHaveLength(1);
  const [why = ''] = reasons;
  if (why.startsWith('the local edits were not accepted: ')) return 'gateway';
  const parents = hostile.files.flatMap(({ path: at }) => at.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/')));
  const faulty = parents.find((parent) => !checkSkillPath(parent).ok);
  expect(why, hostile.what).toContain(faulty === undefined ? 'larger than 16777216 bytes' : `not sent: the path ${quotePath(faulty)}`);
  return 'command';
}

async function sentTexts(world: SyncWorld): Promise<string[]> {
  const { skills } = await world.as('list_skills', { includeFiles: 'contents' });
  const found = new Map<string, string>(skills[0].files.map((file: Loose) => [file.path, file.content]));
  return oddPaths.map((at) => found.get(at) ?? 'missing');
}

/** A client whose gateway lists one skill, and says of it what no gateway of ours would. */
function fromHostile(methods: ReadonlyMap<string, unknown>, { files, main = hostileMain }: HostileSkill): Client {
  const name = /^name: "(.*)"$/m.exec(main)?.[1] ?? hostileName;
  const shown = [{ path: 'SKILL.md', sizeBytes: 1 }, ...files].map(({ path: at, sizeBytes }) => ({
    path: at,
    mimeType: 'text/plain',
    sizeBytes,
    sha256: '',
    executable: true,
    content: at === 'SKILL.md' ? main : 'x'.repeat(sizeBytes),
  }));
  const page = {
    skills: [{ id: 'skill_hostile', name, folderId: null, versionCount: 1, reviewed: true, reviewedVersion: 1, files: shown }],
    nextCursor: null,
    nextUpdatedSince: 1,
  };
  // Only what sync reads of an answer.
  const listSkills = async () => page as unknown as ListSkillsOutput;
  return { ...Object.fromEntries(methods), listSkills } as Client;
}

import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPlace, type Place } from './command.ts';

const main = (name: string) =>
  `---\nname: ${name}\ndescription: What ${name} does.\n---\n# Steps\n\nSee [the style](references/style.md).\n`;

describe('gatehouse import and export of skills (D72)', () => {
  let place: Place;
  let source: string;
  beforeEach(async () => {
    place = openPlace();
    source = path.join(place.folder, 'source');
    await place.json(['init', '--org', 'Acme', '--email', 'ada@example.com']);
  });
  afterEach(() => place[Symbol.dispose]());

  function write(files: Record<string, string | Buffer>, below = source): void {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(below, name)), { recursive: true });
      writeFileSync(path.join(below, name), content);
    }
  }

  /** Every file below a folder: its bytes in hexadecimal, and whether it can be run. */
  function treeOf(folder: string): Record<string, string> {
    const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    return Object.fromEntries(
      names
        .map((entry) => path.join(entry.parentPath, entry.name))
        .map((file) => [path.relative(folder, file), `${readFileSync(file, 'hex')}${statSync(file).mode & 0o100 ? ' +x' : ''}`])
        .toSorted(),
    );
  }

  it('imports a folder with SKILL.md as one skill, and exports it byte for byte with its executable bits', async () => {
    const image = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 255, 1]);
    write({
      'skills/report/SKILL.md': main('report'),
      'skills/report/references/style.md': 'Short.\r\n',
      'skills/report/scripts/run.sh': '#!/bin/sh\n',
      'skills/report/assets/template/SKILL.md': 'a template, no skill of its own',
      'skills/report/assets/logo.png': image,
      'skills/report/assets/empty': '',
      'skills/other/SKILL.md': main('other').replace('(references/style.md)', '(SKILL.md)'),
      'skills/README.md': '# Our skills\n',
      'notes.txt': 'notes',
    });
    chmodSync(path.join(source, 'skills/report/scripts/run.sh'), 0o755);
    const report = await place.json(['import', source, '--organization']);
    expect(report).toMatchObject({ created: 4, documents: 1, files: 1, skills: 2, skipped: [], warnings: [] });
    const [back, again] = ['back', 'again'].map((name) => path.join(place.folder, name)) as [string, string];
    expect(await place.json(['export', back])).toMatchObject({ skills: 3, files: 1 });
    const skill = treeOf(path.join(source, 'skills/report'));
    expect(Object.keys(skill)).toHaveLength(6);
    expect(treeOf(path.join(back, 'report'))).toEqual(skill);
    expect(await place.json(['import', source, '--organization'])).toMatchObject({ created: 0, updated: 0, unchanged: 4 });
    chmodSync(path.join(source, 'skills/report/scripts/run.sh'), 0o644);
    expect(await place.json(['import', source, '--organization', '--dry-run'])).toMatchObject({ updated: 1, unchanged: 3 });
    expect(await place.json(['import', source, '--organization'])).toMatchObject({ updated: 1, unchanged: 3 });
    await place.json(['export', again]);
    expect(treeOf(path.join(again, 'report'))).toEqual(treeOf(path.join(source, 'skills/report')));
    expect(await place.json(['verify'])).toMatchObject({ problems: [] });
  });

  it('leaves out hostile packages with the reason, follows no link, and imports the rest', async () => {
    const secret = path.join(place.folder, 'secret.txt');
    writeFileSync(secret, 'secret outside');
    write({
      'good/SKILL.md': main('good'),
      'good/references/style.md': 'x',
      'good/.env.local/x': 'hidden',
      'good/node_modules/a/index.js': 'installed',
      'good/scripts/__pycache__/a.cpython-311.pyc': 'compiled',
      'good/SKILL.md~': 'older',
      'case/SKILL.md': main('case'),
      'case/a.md': 'x',
      'case/A.md': 'x',
      'windows/SKILL.md': main('windows'),
      'windows/nul.txt': 'x',
      'invisible/SKILL.md': main('invisible'),
      'invisible/a\u200bb.md': 'x',
      'plain/SKILL.md': 'no frontmatter',
      'many/SKILL.md': main('many'),
      ...Object.fromEntries(Array.from({ length: 600 }, (_, index) => [`many/${index}`, 'x'])),
      'large/SKILL.md': main('large'),
      'large/bomb.bin': Buffer.alloc(17 * 1024 * 1024),
    });
    symlinkSync(secret, path.join(source, 'good/link.md'));
    symlinkSync(place.folder, path.join(source, 'good/folder'));
    const { code, stdout } = await place.run(['import', source, '--organization', '--json']);
    const report = JSON.parse(stdout);
    expect(code).toBe(1);
    expect(report).toMatchObject({ created: 1, skills: 1, documents: 0, files: 0 });
    const reasons = Object.fromEntries(report.skipped.map((one: { path: string; reason: string }) => [one.path, one.reason]));
    expect(reasons).toEqual({
      'good/link.md': 'a symbolic link',
      'good/folder': 'a symbolic link',
      'good/node_modules': 'installed packages',
      'good/.env.local/x': 'not part of a skill: its path has a part that begins with a dot',
      'good/scripts/__pycache__/a.cpython-311.pyc': 'not part of a skill: left there by an editor or a program',
      'good/SKILL.md~': 'not part of a skill: left there by an editor or a program',
      case: expect.stringContaining('are the same path on some systems'),
      windows: expect.stringContaining('Windows reserves for a device'),
      invisible: expect.stringContaining('U+200B'),
      plain: expect.stringContaining('frontmatter'),
      many: expect.stringContaining('at most 512 files'),
      large: expect.stringContaining('at most 16777216 bytes'),
    });
    const back = path.join(place.folder, 'back');
    await place.json(['export', back]);
    expect(Object.keys(treeOf(path.join(back, 'good')))).toEqual(['SKILL.md', 'references/style.md']);
    expect(JSON.stringify(treeOf(back))).not.toContain(Buffer.from('secret outside').toString('hex'));
  });

  it('warns about skills that hosts may ignore', async () => {
    write({ 'folder/SKILL.md': main('report') });
    const { warnings } = await place.json(['import', source, '--organization']);
    expect(warnings).toEqual([
      { path: 'folder/SKILL.md', message: expect.stringContaining('"references/style.md", which is not among the files') },
      { path: 'folder/SKILL.md', message: expect.stringContaining('is named "report" and its folder "folder"') },
    ]);
  });
});

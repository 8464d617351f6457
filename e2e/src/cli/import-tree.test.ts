import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPlace, type Place } from './command.ts';

/** A value of any shape, for reading answers in tests. */
// biome-ignore lint/suspicious/noExplicitAny: answers are compared with what is expected
type Loose = any;

const idOf = (number: number) => number.toString(16).padStart(32, '0');

describe('gatehouse import of a tree (D73.4)', () => {
  let place: Place;
  beforeEach(async () => {
    place = openPlace();
    await place.json(['init', '--org', 'Acme', '--email', 'ada@example.com']);
  });
  afterEach(() => place[Symbol.dispose]());

  function write(files: Record<string, string>, name: string): string {
    const source = path.join(place.folder, name);
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(path.join(source, path.dirname(file)), { recursive: true });
      writeFileSync(path.join(source, file), text);
    }
    return source;
  }

  /** Files below a directory with their texts. */
  function read(directory: string): Record<string, string> {
    const all = readdirSync(directory, { recursive: true, encoding: 'utf8' }).map((one) => one.replaceAll(path.sep, '/'));
    const files = all.filter((one) => statSync(path.join(directory, one)).isFile()).toSorted();
    return Object.fromEntries(files.map((one) => [one, readFileSync(path.join(directory, one), 'utf8')]));
  }

  async function importAndExport(source: string, files: Record<string, string>) {
    const first: Loose = await place.json(['import', source]);
    expect([first.created, first.skipped.filter(({ isFailure }: Loose) => isFailure)]).toEqual([Object.keys(files).length, []]);
    const second: Loose = await place.json(['import', source]);
    expect([second.created, second.updated, second.unchanged]).toEqual([0, 0, Object.keys(files).length]);
    const target = path.join(place.folder, 'exported');
    await place.json(['export', target]);
    expect(read(path.join(target, path.basename(source)))).toEqual(files);
    return first;
  }

  it('keeps the folders of an Obsidian vault, reads tags, and leaves out its settings and trash', async () => {
    const files = {
      'Daily/2026/May.md': '---\ntags: [diary, "#may"]\n---\nText\n',
      'Daily/pic.png': 'png',
      'README.md': 'Start\n',
      [`Notes/${'long '.repeat(45)}.md`]: 'A long name.\n',
    };
    const source = write({ ...files, '.obsidian/app.json': '{}', '.trash/old.md': 'old' }, 'vault');
    const { skipped } = await importAndExport(source, files);
    expect(skipped.map(({ path: one }: Loose) => one)).toEqual(['.obsidian', '.trash']);
    expect(await folderNames()).toEqual(['2026', 'Daily', 'Notes', 'vault']);
  });

  it('keeps the folders of a plain directory with --tree, and without it reports how to keep them', async () => {
    const files = { 'README.md': 'Start\n', 'Guide/First.md': 'One\n', 'Guide/Deep/Second.md': 'Two\n', 'Guide/plan.txt': 'Plan\n' };
    const source = write(files, 'handbook');
    const report = async (...given: string[]) => (await place.run(['import', source, ...given])).stdout.split('\n');
    const named = (of: string) => `3 new items ${of} named by their paths. To keep directories as folders, `;
    expect(await report('--dry-run')).toContain(`${named('would be')}add --tree.`);
    expect(await report('--dry-run', '--organization')).toContain(`${named('would be')}import into a folder with --tree --folder NAME.`);
    expect(await report('--dry-run', '--tree')).not.toContainEqual(expect.stringContaining('named by'));
    expect(await report()).toContain(`${named('are')}import into another folder with --tree --folder NAME.`);
    expect(await report()).not.toContainEqual(expect.stringContaining('named by'));
    expect(await folderNames()).toEqual(['handbook']);
    const tree = ['import', source, '--tree', '--folder', 'Library'];
    expect(await place.json(tree)).toMatchObject({ created: 4, flattened: 0 });
    expect(await place.json(tree)).toMatchObject({ created: 0, updated: 0, unchanged: 4 });
    expect(await folderNames()).toEqual(['Deep', 'Guide', 'Library', 'handbook']);
    const target = path.join(place.folder, 'exported');
    await place.json(['export', target]);
    for (const folder of ['Library', 'handbook']) expect(read(path.join(target, folder))).toEqual(files);
  });

  const sizes = [
    { number: 200, tags: [] },
    { number: 2000, tags: ['nightly'] },
  ];
  for (const { number, tags } of sizes) {
    it(`keeps ${number} files of an Obsidian vault on six levels, with the same title in several folders`, {
      timeout: 600_000,
      tags,
    }, async () => {
      const directories = levels((level) => `Level ${level}`);
      const files: Record<string, string> = {};
      for (let at = 0; at < number; at++)
        files[[...directories.slice(0, at % 6), `Page ${Math.floor(at / 6)}.md`].join('/')] = `---\ntags: [t${at % 3}]\n---\ntext ${at}\n`;
      await importAndExport(write({ ...files, '.obsidian/app.json': '{}' }, 'vault'), files);
      expect(await folderNames()).toEqual([...levels((level) => `Level ${level}`), 'vault']);
    });

    it(`keeps ${number} files of a Notion export on six levels, without identifiers in titles`, { timeout: 600_000, tags }, async () => {
      const directories = levels((level) => `Level ${level} ${idOf(level)}`);
      const files: Record<string, string> = {};
      for (let at = 0; at < number; at++) {
        // Two pages of one title in each folder.
        const name = `Page ${Math.floor(at / 12)} ${idOf(1000 + at)}${at % 7 === 0 ? '.csv' : '.md'}`;
        files[[...directories.slice(0, at % 6), name].join('/')] = `text ${at}\n`;
      }
      await importAndExport(write(files, 'notion'), files);
      expect(await folderNames()).toEqual([...levels((level) => `Level ${level}`), 'notion']);
    });
  }

  const levels = (nameOf: (level: number) => string) => [0, 1, 2, 3, 4].map(nameOf);

  async function folderNames(): Promise<string[]> {
    const { folders }: Loose = await place.json(['folders', 'list']);
    return folders.map(({ name }: Loose) => name).toSorted();
  }
});

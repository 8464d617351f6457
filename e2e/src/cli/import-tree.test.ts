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
    const { folders }: Loose = await place.json(['folders', 'list']);
    expect(folders.map(({ name }: Loose) => name).toSorted()).toEqual(['2026', 'Daily', 'Notes', 'vault']);
  });

  it.each([
    { number: 200, tags: [] },
    { number: 2000, tags: ['nightly'] },
  ])('keeps $number files of a Notion export in six levels, without identifiers in titles', { timeout: 120_000 }, async ({ number }) => {
    const files: Record<string, string> = {};
    const directories = ['', '', '', '', ''].map((_, level) => `Level ${level} ${idOf(level)}`);
    for (let at = 0; at < number; at++) {
      const inside = directories.slice(0, at % 6).join('/');
      // Two pages of one title in each folder.
      const title = `Page ${Math.floor(at / 12)}`;
      files[`${inside === '' ? '' : `${inside}/`}${title} ${idOf(1000 + at)}${at % 7 === 0 ? '.csv' : '.md'}`] = `text ${at}\n`;
    }
    const source = write(files, 'notion');
    await importAndExport(source, files);
    const { folders }: Loose = await place.json(['folders', 'list']);
    expect(folders.map(({ name }: Loose) => name).toSorted()).toEqual(['Level 0', 'Level 1', 'Level 2', 'Level 3', 'Level 4', 'notion']);
  });
});

import { describe, expect, it } from 'vitest';
import { isOfNotion, titleOf } from '../workspace/file-titles.ts';
import { frontMatterTags } from './front-matter-tags.ts';
import { importPlaces } from './import-places.ts';

const [first, second] = ['0123456789abcdef0123456789abcdef', 'fedcba9876543210fedcba9876543210'];
const placesOf = (paths: string[], kind: 'plain' | 'notion' = 'plain', depth = 1) =>
  Object.fromEntries([...importPlaces(paths, kind, depth)].map(([path, { folders, name }]) => [path, [...folders, name].join(' > ')]));

describe('the place of an imported file', () => {
  it('is the folder of its directory, under its title', () => {
    expect(placesOf(['Daily/2026/May.md', 'Daily/pic.png', 'README.md'])).toEqual({
      'Daily/2026/May.md': 'Daily > 2026 > May',
      'Daily/pic.png': 'Daily > pic.png',
      'README.md': 'README',
    });
  });

  it('loses Notion identifiers, and gets a number if two folders have one name', () => {
    expect(
      placesOf(
        [
          `Plans ${first}.md`,
          `Plans ${second}.md`,
          `Plans ${first}/Q1 ${second}.md`,
          `Plans ${second}/a.csv`,
          `T ${first}_all.csv`,
          `T ${first}.csv`,
        ],
        'notion',
      ),
    ).toEqual({
      [`Plans ${first}.md`]: 'Plans',
      [`Plans ${second}.md`]: 'Plans',
      [`Plans ${first}/Q1 ${second}.md`]: 'Plans > Q1',
      [`Plans ${second}/a.csv`]: 'Plans (2) > a.csv',
      [`T ${first}.csv`]: 'T.csv',
      [`T ${first}_all.csv`]: 'T_all.csv',
    });
    expect([isOfNotion(`Plans ${first}.md`), isOfNotion(`${first}.md`), isOfNotion('Plans.md'), isOfNotion(`a${first}.md`)]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it('is the tenth folder for anything deeper, with shortened names', () => {
    const deep = Array.from({ length: 14 }, (_, at) => `d${at}`).join('/');
    expect(importPlaces([`${deep}/x.md`], 'plain', 1).get(`${deep}/x.md`)?.folders).toHaveLength(9);
    expect([...titleOf(`${'é'.repeat(300)}.md`, 'plain', 200)]).toHaveLength(200);
    expect(titleOf(`${'x'.repeat(300)}.png`, 'plain', 200)).toMatch(/^x{196}\.png$/);
    const long = 'y'.repeat(100);
    const [one, other] = [`${long}1/a.txt`, `${long}2/a.txt`];
    expect(importPlaces([one, other], 'plain', 0)).toEqual(
      new Map([
        [one, { folders: ['y'.repeat(80)], name: 'a.txt' }],
        [other, { folders: [`${'y'.repeat(76)} (2)`], name: 'a.txt' }],
      ]),
    );
    expect(titleOf('\u200b', 'plain', 200)).toBe('Untitled');
  });
});

describe('tags in front matter', () => {
  it.each([
    ['---\ntags: [a, "#b"]\n---\nText', ['a', 'b']],
    ['---\ntags:\n  - a/b\n  - a\n  - A\n---\n', ['a/b', 'a']],
    ['---\ntags: a, b c\n---\n', ['a', 'b', 'c']],
    ['---\ntitle: x\n---\n', []],
    ['---\ntags: [\n---\n', []],
    [`---\ntags: [ok, ${'x'.repeat(60)}]\n---\n`, ['ok']],
    ['tags: [a]\n', []],
  ])('are read from %j', (text, tags) => {
    expect(frontMatterTags(text)).toEqual(tags);
  });
});

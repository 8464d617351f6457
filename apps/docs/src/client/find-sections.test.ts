import { expect, it } from 'vitest';
import type { SearchIndex } from '../site/search-index.ts';
import { findSections } from './find-sections.ts';

const index: SearchIndex = {
  pages: [
    ['/docs/guides/keys', 'Keys'],
    ['/docs/guides/back-up', 'Back up'],
  ],
  sections: [
    [0, '', 'Keys', 'A key belongs to an agent. Back it with an expiry.'],
    [0, 'rotate', 'Rotate a key', 'Make a new one first.'],
    [1, '', 'Back up', `${'word '.repeat(60)}gatehouse backup FILE writes one file. ${'more '.repeat(60)}`],
    [1, 'restore', 'Restore', 'stale_version is never said here.'],
  ],
};
const addresses = (query: string) => findSections(index, query).map(({ address }) => address);

it('finds a heading before a text with the same word', () => {
  expect(addresses('KEY')).toEqual(['/docs/guides/keys', '/docs/guides/keys#rotate']);
  expect(addresses('restore')).toEqual(['/docs/guides/back-up#restore']);
  expect(addresses('back').toSorted()).toEqual(['/docs/guides/back-up', '/docs/guides/back-up#restore', '/docs/guides/keys']);
});

it('answers questions in plain words, the section with most of them first', () => {
  expect(addresses('How can I make new keys?')[0]).toBe('/docs/guides/keys#rotate');
  expect(addresses('rotating a key')[0]).toBe('/docs/guides/keys#rotate');
  expect(addresses('how do I bake sourdough bread')).toEqual([]);
});

it('treats the last word as a prefix during typing', () => {
  expect(addresses('rot')).toEqual(['/docs/guides/keys#rotate']);
  expect(addresses('expi')).toEqual(['/docs/guides/keys']);
  expect(addresses('otate')).toEqual([]);
  expect(addresses('stale_version')).toEqual(['/docs/guides/back-up#restore']);
  expect(addresses(' ?! ')).toEqual([]);
});

it('shows the words around a match', () => {
  const [found] = findSections(index, 'backup');
  expect(found).toMatchObject({ title: 'Back up', heading: 'Back up' });
  expect(found?.excerpt).toMatch(/^… .*gatehouse backup FILE.* …$/);
  expect(found?.excerpt.length).toBeLessThan(130);
});

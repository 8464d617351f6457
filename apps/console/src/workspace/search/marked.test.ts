import { expect, it } from 'vitest';
import { partsOf } from './marked.tsx';

const shown = (text: string, wanted: string) =>
  partsOf(text, wanted)
    .map(({ part, isFound }) => (isFound ? `[${part}]` : part))
    .join('');

it.each([
  ['The release notes', 'RELEASE  notes', 'The [release notes]'],
  ['Notes of the release', 'release notes', '[Notes] of the [release]'],
  ['a.b axb', 'a.b', '[a.b] axb'],
  ['(x) [y] \\ ^ $', '(x) [y]', '[(x) [y]] \\ ^ $'],
  ['release', ' ', 'release'],
])('in %j for %j %j is marked', (text, wanted, expected) => {
  expect(shown(text, wanted)).toBe(expected);
});

it('keeps every character, for any search', () => {
  for (const wanted of ['a', '-', '/', '\\', '{', 'a|b', '😀', '\\d'])
    expect(
      partsOf('a-b/c\\d{e}|😀', wanted)
        .map(({ part }) => part)
        .join(''),
    ).toBe('a-b/c\\d{e}|😀');
});

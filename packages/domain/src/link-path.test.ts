import { expect, it } from 'vitest';
import { linkPath } from './link-path.ts';

it.each([
  ['other.md', ['guide'], ['guide', 'other.md']],
  ['../README.md', ['guide'], ['README.md']],
  ['./a//b/../c', ['x'], ['x', 'a', 'c']],
  ['../../../etc', ['a'], ['etc']],
  ['/docs/x.md', ['a', 'b'], ['docs', 'x.md']],
  ['..', ['a'], []],
  ['', [], []],
])('reads the path of a link: %j below %j', (path, from, parts) => {
  expect(linkPath(path, from)).toEqual(parts);
});

import { describe, expect, it } from 'vitest';
import { createExportPaths } from './export-paths.ts';

function choose(...names: string[]): string[] {
  const paths = createExportPaths();
  return names.map((name) => paths.choose(name));
}

describe('createExportPaths', () => {
  it('keeps ordinary names, with their directories', () => {
    expect(choose('a.md', 'guide/start.md', 'Ünïcode 文件.md')).toEqual(['a.md', 'guide/start.md', 'Ünïcode 文件.md']);
  });

  it.each([
    ['../../etc/passwd', '__/__/etc/passwd'],
    ['/etc/passwd', 'etc/passwd'],
    ['./a', '_/a'],
    ['a//b', 'a/b'],
    ['C:\\temp\\x', 'C__temp_x'],
    ['what?.md', 'what_.md'],
    ['NUL.md', '_NUL.md'],
    ['trailing. ', 'trailing__'],
    ['...', '___'],
    ['/', '_'],
  ])('writes %j to %j: only inside the folder, only as names that file systems accept', (name, path) => {
    expect(choose(name)).toEqual([path]);
  });

  it('numbers names that some file system treats as equal', () => {
    expect(choose('a.md', 'a.md', 'A.MD', 'é', 'e\u0301')).toEqual(['a.md', 'a (2).md', 'A (3).MD', 'é', 'e\u0301 (2)']);
  });

  it('separates a file and a directory of one name, in either order', () => {
    expect(choose('a', 'a/b', 'a/b/c')).toEqual(['a', 'a_/b', 'a_/b_/c']);
    expect(choose('a/b', 'a')).toEqual(['a/b', 'a (2)']);
  });

  it('shortens names that are too long for a file system, and keeps the extension', () => {
    const [first, second] = choose(`${'文'.repeat(150)}.md`, `${'文'.repeat(150)}x.md`) as [string, string];
    expect(Buffer.byteLength(first)).toBeLessThanOrEqual(200);
    expect(first).toMatch(/文\.md$/);
    expect(second).toMatch(/文 \(2\)\.md$/);
  });
});

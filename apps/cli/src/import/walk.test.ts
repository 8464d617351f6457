import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { includedBy } from './left-out.ts';
import { walk } from './walk.ts';

describe('walk', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-walk-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Writes files, given by path and text, and returns what is found below a directory and what is not. */
  async function found(files: Record<string, string>, { below = '.', include = [] as string[] } = {}) {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.join(folder, path.dirname(name)), { recursive: true });
      writeFileSync(path.join(folder, name), text);
    }
    const { files: all, skipped } = await walk(path.join(folder, below), includedBy(include), include.length > 0);
    return { files: all.map((file) => file.path), skipped: skipped.map((one) => one.path) };
  }

  it('leaves out names in a .gitignore, in its directory and below, except negated ones', async () => {
    expect(
      await found({
        '.gitignore': '*.tmp\n!keep.tmp\n/top.md\n',
        'a.tmp': '',
        'keep.tmp': '',
        'top.md': '',
        'b/top.md': '',
        'b/c.tmp': '',
      }),
    ).toEqual({ files: ['.gitignore', 'b/top.md', 'keep.tmp'], skipped: ['a.tmp', 'b/c.tmp', 'top.md'] });
  });

  it('gives precedence to the nearest .gitignore', async () => {
    const files = { '.gitignore': '*.log\n', 'b/.gitignore': '!*.log\nsecret/\n', 'a.log': '', 'b/a.log': '', 'b/secret/x.md': '' };
    expect(await found(files)).toEqual({ files: ['.gitignore', 'b/.gitignore', 'b/a.log'], skipped: ['a.log', 'b/secret'] });
  });

  it('obeys .gitignore files above the directory in the same repository, but not above the repository', async () => {
    const files = {
      '.gitignore': '*.md\n',
      'r/.git/config': '',
      'r/.gitignore': '/docs/private/\n',
      'r/docs/private/x.md': '',
      'r/docs/y.md': '',
    };
    expect(await found(files, { below: 'r/docs' })).toEqual({ files: ['y.md'], skipped: ['private'] });
  });

  it('enters an ignored directory only for included files', async () => {
    const files = { '.gitignore': 'build/\n', 'build/a/x.md': '', 'build/b/y.md': '', '.env': '' };
    expect(await found(files, { include: ['build/a/'] })).toEqual({ files: ['.gitignore', 'build/a/x.md'], skipped: ['.env', 'build/b'] });
    expect(await found(files, { include: ['*'] })).toEqual({ files: ['.env', '.gitignore', 'build/a/x.md', 'build/b/y.md'], skipped: [] });
    expect(await found({ ...files, '.git/config': '' }, { include: ['*'] })).toMatchObject({ skipped: ['.git'] });
  });
});

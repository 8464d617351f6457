import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../../..');
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
const [, script = ''] = /^node (\S+)$/.exec(scripts['docs:site'] ?? '') ?? [];

const write = (...folders: string[]) => spawnSync(process.execPath, [path.join(root, script), ...folders], { encoding: 'utf8' });

it('docs:site writes the documentation into an empty folder, and changes no other folder', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-static-'));
  try {
    expect(write(folder)).toMatchObject({ status: 0, stdout: `The documentation is in ${folder}.\n`, stderr: '' });
    for (const name of ['index.html', 'llms.txt', 'start/try-it.html', 'start/try-it.md', 'api/index.html'])
      expect(existsSync(path.join(folder, name)), name).toBe(true);
    expect(readFileSync(path.join(folder, 'start/try-it.html'), 'utf8')).not.toContain('href="/');
    expect(write(folder)).toMatchObject({ status: 2, stderr: expect.stringContaining('is not empty') });
    expect(write()).toMatchObject({ status: 2, stderr: 'docs:site: name the folder to write to: npx -y pnpm@12 docs:site FOLDER\n' });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { bundle } from '../../build/bundle.mjs';
import { isTestCode, testPackages } from './test-code.ts';

const cli = path.join(import.meta.dirname, '../../apps/cli');

it('the bundle that users run has no test code in it', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-bundle-'));
  try {
    copyFileSync(path.join(cli, 'package.json'), path.join(folder, 'package.json'));
    const bundled = await bundle({ folder, entries: { program: path.join(cli, 'src/program.ts') } });
    const files = readdirSync(path.dirname(bundled('program'))).map((name) => path.join(path.dirname(bundled('program')), name));
    const code = files.map((file) => readFileSync(file, 'utf8')).join('\n');
    // The bundler writes the path of each module above its code.
    const modules = [...code.matchAll(/^\/\/(?:#region)? ?(\S+\.[cm]?[jt]s)$/gm)].map((match) => match[1] as string);
    expect(modules).toEqual(expect.arrayContaining(['packages/core/src/gateway.ts', 'packages/storage/src/postgres/store.ts']));
    const ours = modules.filter((file) => !file.includes('node_modules/'));
    expect(ours.filter(isTestCode)).toEqual([]);
    expect(modules.filter((file) => testPackages.some((name) => file.includes(`node_modules/${name}/`)))).toEqual([]);
    expect(code).not.toContain('TEST_POSTGRES_BIN');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

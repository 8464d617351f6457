import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../../..');
const full = ['install'];
const small = ['install', '--prod', '--trust-lockfile', '--config.side-effects-cache-readonly=true'];

/** Writes the same records as pnpm after an installation, and the arguments of each call. Fails if a file says so. */
const fakePnpm = `
const { appendFileSync, existsSync, mkdirSync, writeFileSync } = require('node:fs');
const args = process.argv.slice(2);
appendFileSync('calls', JSON.stringify(args) + '\\n');
process.stdout.write('installing');
if (existsSync('no-network')) process.exit(7);
mkdirSync('node_modules', { recursive: true });
writeFileSync('node_modules/.modules.yaml', JSON.stringify({ included: { devDependencies: !args.includes('--prod') } }, null, 2));
`;

describe('the script that installs packages before others run (D71.7)', () => {
  let clone: string;
  beforeEach(() => {
    clone = path.join(mkdtempSync(path.join(tmpdir(), 'gatehouse-install-')), "it's a clone");
    for (const folder of ['build', 'apps/cli', 'packages', 'e2e']) mkdirSync(path.join(clone, folder), { recursive: true });
    cpSync(path.join(root, 'build/install.mjs'), path.join(clone, 'build/install.mjs'));
    for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json', 'apps/cli/package.json'])
      writeFileSync(path.join(clone, file), file);
    writeFileSync(path.join(clone, 'pnpm.cjs'), fakePnpm);
  });
  afterEach(() => rmSync(path.dirname(clone), { recursive: true }));

  const run = (wanted: string, env: Record<string, string> = { npm_execpath: path.join(clone, 'pnpm.cjs') }) =>
    spawnSync(process.execPath, [path.join(clone, 'build/install.mjs'), wanted], {
      env: { PATH: process.env.PATH, ...env },
      encoding: 'utf8',
    });
  const calls = () => {
    const file = path.join(clone, 'calls');
    return existsSync(file)
      ? readFileSync(file, 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as string[])
      : [];
  };

  it('installs the packages of a gateway before the first start, and the rest before the first test', () => {
    expect(run('programs')).toMatchObject({ status: 0, stdout: '', stderr: 'installing' });
    expect(calls()).toEqual([small]);
    expect(run('programs')).toMatchObject({ status: 0, stdout: '', stderr: '' });
    expect(calls()).toEqual([small]);
    run('tests');
    run('tests');
    run('programs');
    expect(calls()).toEqual([small, full]);
  });

  it('installs everything together if tests run first', () => {
    run('tests');
    run('programs');
    expect(calls()).toEqual([full]);
  });

  it.each(['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json', 'apps/cli/package.json'])(
    'repeats its installations when %s changed',
    (file) => {
      run('programs');
      writeFileSync(path.join(clone, file), 'as it is after a pull');
      run('programs');
      run('programs');
      expect(calls()).toEqual([small, small]);
      run('tests');
      writeFileSync(path.join(clone, file), 'as it is after another pull');
      run('programs');
      expect(calls()).toEqual([small, small, full, full]);
    },
  );

  it('recognizes packages that were installed by hand', () => {
    spawnSync(process.execPath, [path.join(clone, 'pnpm.cjs'), 'install', '--frozen-lockfile'], { cwd: clone });
    run('programs');
    spawnSync(process.execPath, [path.join(clone, 'pnpm.cjs'), 'install', '--prod'], { cwd: clone });
    run('tests');
    expect(calls()).toEqual([['install', '--frozen-lockfile'], full, ['install', '--prod'], full]);
  });

  it('ends like pnpm, and tries again', () => {
    writeFileSync(path.join(clone, 'no-network'), '');
    expect(run('programs').status).toBe(7);
    rmSync(path.join(clone, 'no-network'));
    expect(run('programs').status).toBe(0);
    expect(calls()).toEqual([small, small]);
  });

  it('lets npm fetch pnpm if another program runs the script', () => {
    const bin = path.join(clone, '../bin');
    mkdirSync(bin);
    // The path of Node may have a space, which the first line of a script may not.
    writeFileSync(path.join(bin, 'npx.cjs'), `process.argv.splice(2, 2);\n${fakePnpm}`);
    writeFileSync(path.join(bin, 'npx'), `#!/bin/sh\nexec "${process.execPath}" "${path.join(bin, 'npx.cjs')}" "$@"\n`);
    chmodSync(path.join(bin, 'npx'), 0o755);
    expect(run('programs', { PATH: bin, npm_execpath: '/usr/lib/node_modules/npm/bin/npm-cli.js' }).status).toBe(0);
    expect(calls()).toEqual([small]);
    expect(run('programs', { PATH: path.join(clone, 'empty') }).status).toBe(0);
    rmSync(path.join(clone, 'node_modules'), { recursive: true });
    expect(run('programs', { PATH: path.join(clone, 'empty') })).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('pnpm could not be started'),
    });
  });

  it('explains its arguments if it gets none', () => {
    expect(run('')).toMatchObject({ status: 2, stderr: expect.stringContaining('"programs" or "tests"') });
  });
});

describe('the scripts of the project', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

  it('install their packages first', () => {
    const names = Object.keys(scripts).filter((name) => !(name.startsWith('pre') && name.slice(3) in scripts));
    for (const name of names) {
      const packages = ['start', 'gatehouse'].includes(name) ? 'programs' : 'tests';
      expect(scripts[`pre${name}`], name).toBe(`node build/install.mjs ${packages}`);
    }
  });
});

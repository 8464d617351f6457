import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer } from '../processes/server.ts';
import { type InstalledCommand, installCommand } from './installed-command.ts';
import { takeLargeTextBack } from './take-large-text-back.ts';

/** Code that makes Node look older before the command runs, with or without `process.execve`. */
const older = (more = '') =>
  `data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '20.0.0' });${encodeURIComponent(more)}`;
const ways = [
  { way: 'by becoming it', flags: ['--import', older()] },
  { way: 'by starting it', flags: ['--import', older('process.execve = undefined;')] },
];

describe('the package of the command, installed (D71)', () => {
  let installed: InstalledCommand;

  beforeAll(async () => {
    installed = await installCommand();
  });
  afterAll(() => installed[Symbol.dispose]());

  it('serves the first call of a program, the console and the documentation, outside of the repository', async () => {
    const gateway = await startServer(path.join(installed.folder, 'data'), {}, [], installed.program);
    const headers = { authorization: `Bearer ${gateway.quickstartKey}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ title: 'Release notes', bodyMarkdown: '# 1.0' });
    const created = await fetch(`${gateway.url}/v1/tools/create_doc`, { method: 'POST', headers, body });
    expect(await created.json()).toMatchObject({ docId: expect.stringMatching(/^doc_/) });
    expect(await (await fetch(`${gateway.url}/app`)).text()).toContain('<script');
    expect((await fetch(`${gateway.url}/docs`)).status).toBe(200);
    expect(await takeLargeTextBack(gateway.url, gateway.quickstartKey ?? '')).toEqual([]);
    expect(await gateway.stop('SIGTERM')).toBe(0);
  });

  it('writes a backup with its included threads', async () => {
    const data = path.join(installed.folder, 'saved');
    const run = (...args: string[]) => promisify(execFile)(process.execPath, [installed.program, ...args, '--data', data, '--json']);
    await run('init', '--org', 'Acme', '--email', 'ada@acme.test', '--name', 'Ada');
    const { stdout } = await run('backup', path.join(installed.folder, 'saved.db'));
    expect(JSON.parse(stdout)).toMatchObject({ file: path.join(installed.folder, 'saved.db') });
  });

  it.each([{ way: 'here', flags: [] as string[] }, ...ways])(
    'extracts text of files in a separate process, $way (D75)',
    async ({ flags }) => {
      const data = path.join(installed.folder, 'never started');
      const { stdout } = await promisify(execFile)(process.execPath, [...flags, installed.program, 'doctor', '--data', data, '--json']);
      const { findings } = JSON.parse(stdout) as { findings: { check: string; state: string }[] };
      expect(findings.find(({ check }) => check === 'text of files')).toMatchObject({ state: 'ok' });
    },
  );

  it.each(ways)('hands over from an older Node to the executable next to it, $way: output, exit code and signals', async ({ flags }) => {
    const shown = await promisify(execFile)(process.execPath, [...flags, installed.program, '--version']);
    expect(shown).toEqual({ stdout: '1.0.0\n', stderr: '' });
    const refused = promisify(execFile)(process.execPath, [...flags, installed.program, 'nothing']);
    await expect(refused).rejects.toMatchObject({ code: 2 });
    const gateway = await startServer(path.join(installed.folder, 'older'), {}, flags, installed.program);
    expect((await fetch(`${gateway.url}/readyz`)).status).toBe(200);
    expect(await gateway.stop('SIGTERM')).toBe(0);
    await expect(fetch(`${gateway.url}/readyz`)).rejects.toThrow('fetch failed');
  });

  it('asks for Node 24 if an older Node has no executable for its platform', async () => {
    const unknown = older(`Object.defineProperty(process, 'arch', { value: 'unheard' });`);
    const child = spawn(process.execPath, ['--import', unknown, installed.program, '--version']);
    let written = '';
    child.stderr.on('data', (chunk) => (written += chunk));
    const [code] = await once(child, 'close');
    expect({ code, written }).toEqual({
      code: 1,
      written: expect.stringMatching(/^gatehouse: this is Node 20\.0\.0, and Gatehouse needs Node 24 or newer: install Node 24/),
    });
  });

  it('asks npm only for the executable of its own platform, and includes all other packages', () => {
    const manifest = JSON.parse(readFileSync(path.join(path.dirname(installed.program), '../package.json'), 'utf8'));
    expect(Object.keys(manifest.dependencies)).toEqual(manifest.bundleDependencies);
    expect(Object.keys(manifest.optionalDependencies)).toEqual(Object.values(manifest.runtimes));
    expect(manifest.scripts).toBeUndefined();
  });

  describe('the executable, without Node and in an empty environment (D71.5)', () => {
    /** Starts it with nothing of this process's environment. */
    const start = (args: string[], cache: string, temporary = cache) =>
      spawn(installed.executable, args, {
        env: { XDG_CACHE_HOME: cache, TMPDIR: temporary },
        stdio: ['ignore', 'pipe', 'pipe'],
        cwd: '/',
      });
    const folder = (name: string) => {
      const made = path.join(installed.folder, name);
      mkdirSync(made);
      return made;
    };

    it('serves calls, and stops on request', async () => {
      const cache = folder('cache');
      const gateway = start(['start', '--port', '0', '--data', path.join(cache, 'data'), '--json'], cache);
      const { url, quickstartKey } = await greeting(gateway);
      const headers = { authorization: `Bearer ${quickstartKey}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ title: 'Release notes', bodyMarkdown: '# 1.0' });
      expect((await fetch(`${url}/v1/tools/create_doc`, { method: 'POST', headers, body })).status).toBe(200);
      expect(await (await fetch(`${url}/app`)).text()).toContain('<script');
      expect((await fetch(`${url}/docs`)).status).toBe(200);
      expect(await takeLargeTextBack(url, quickstartKey)).toEqual([]);
      gateway.kill('SIGTERM');
      expect((await once(gateway, 'exit'))[0]).toBe(0);
      expect(readdirSync(path.join(cache, 'gatehouse'))).toEqual([expect.stringMatching(/^room-[0-9a-f]{16}$/)]);
    });

    it('unpacks itself once if several start at the same time', async () => {
      const cache = folder('shared cache');
      const ended = await Promise.all([1, 2, 3].map(async () => (await once(start(['--version'], cache), 'exit'))[0]));
      expect(ended).toEqual([0, 0, 0]);
      expect(readdirSync(path.join(cache, 'gatehouse'))).toHaveLength(1);
    });

    it('runs nothing from a cache that others can write to', async () => {
      const [cache, temporary] = [folder('open cache'), folder('temporary')];
      mkdirSync(path.join(cache, 'gatehouse'));
      chmodSync(path.join(cache, 'gatehouse'), 0o777);
      const [code] = await once(start(['--version'], cache, temporary), 'exit');
      expect({ code, here: readdirSync(path.join(cache, 'gatehouse')) }).toEqual({ code: 0, here: [] });
      expect(readdirSync(temporary)).toContain(`gatehouse-${process.getuid?.()}`);
    });
  });
});

async function greeting({
  stdout,
  stderr,
}: ChildProcessByStdio<null, Readable, Readable>): Promise<{ url: string; quickstartKey: string }> {
  stderr.on('data', (chunk) => process.stderr.write(chunk));
  const [line] = await once(stdout, 'data');
  return JSON.parse(String(line));
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anonymousBytes, type FreshClone, openFreshClone } from './fresh-clone.ts';

const mebibyte = 1024 * 1024;
const maxIdleBytes = 100 * mebibyte;
/** Milliseconds. Building the console at the first start takes minutes on a busy machine. */
const patience = 140_000;

describe('the first start of a clone', () => {
  let clone: FreshClone;
  beforeEach(() => {
    clone = openFreshClone();
  });
  afterEach(() => clone[Symbol.dispose]());

  let starts = 0;

  /** Starts a gateway of the clone on a data directory of its own, and resolves when it listens. */
  async function start(args: string[] = [], more: Record<string, string> = {}) {
    const data = path.join(clone.folder, `data ${starts++}`);
    const { PATH, HOME } = process.env;
    const flags = ['start', '--port', '0', '--data', data, '--json', ...args];
    const child = spawn(process.execPath, [...clone.command, ...flags], {
      env: { PATH, HOME, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let complaint = '';
    child.stderr.on('data', (chunk: Buffer) => (complaint += chunk));
    const ended = once(child, 'exit');
    const [line] = await Promise.race([once(child.stdout, 'data'), ended.then(() => Promise.reject(new Error(complaint)))]);
    return {
      pid: child.pid as number,
      url: JSON.parse(String(line)).url as string,
      complaint: () => complaint,
      async [Symbol.asyncDispose]() {
        child.kill('SIGTERM');
        await ended;
      },
    };
  }

  it.skipIf(!existsSync('/proc/self/status'))('uses no more memory than later starts, and at most 100 MB of its own', async () => {
    clone.forgetConsole();
    await using first = await start();
    expect(clone.bundles()).toHaveLength(1);
    await using second = await start();
    const sum = (bytes: number[]) => bytes.reduce((total, one) => total + one, 0);
    // V8 returns the memory of the start some seconds later, without an event.
    const compare = () => {
      const [before, after] = [anonymousBytes(first.pid), anonymousBytes(second.pid)];
      return { ratio: sum(before) / sum(after), most: Math.max(...before, ...after), processes: [before.length, after.length] };
    };
    // Both servers build the console and the documentation in processes that end.
    await expect.poll(() => compare().processes, { interval: 500, timeout: patience }).toEqual([1, 1]);
    await expect.poll(() => compare().ratio, { interval: 500, timeout: patience }).toBeLessThan(1.1);
    await expect.poll(() => compare().most, { interval: 500, timeout: patience }).toBeLessThan(maxIdleBytes);
    const { ratio, most } = compare();
    process.stdout.write(`  first ÷ second start: ${ratio.toFixed(2)}; the larger ${(most / mebibyte).toFixed(0)} MB\n`);
  });

  it('works if several run concurrently: all serve, from one bundle', async () => {
    const gateways = await Promise.all([start(), start()]);
    try {
      for (const { url, complaint } of gateways) {
        expect((await fetch(`${url}/readyz`)).status).toBe(200);
        expect(complaint()).toBe('');
      }
      expect(clone.bundles()).toEqual([expect.stringMatching(/^[0-9a-f]{16}$/)]);
    } finally {
      for (const gateway of gateways) await gateway[Symbol.asyncDispose]();
    }
  });

  it.skipIf(process.platform !== 'linux')('bundles for its user alone if it may not write to the clone', async () => {
    // Nobody, not even root, makes files there.
    symlinkSync('/sys/kernel', path.join(clone.folder, 'apps/cli/bundles'));
    const home = path.join(clone.folder, 'home');
    await using gateway = await start([], { HOME: home });
    expect((await fetch(`${gateway.url}/readyz`)).status).toBe(200);
    expect(gateway.complaint()).toBe('');
    const made = globSync('.cache/gatehouse/bundles-*/*', { cwd: home });
    expect(made).toEqual([expect.stringMatching(/\/[0-9a-f]{16}$/)]);
    await using again = await start([], { HOME: home });
    expect(again.complaint()).toBe('');
    expect(globSync('.cache/gatehouse/bundles-*/*', { cwd: home })).toEqual(made);
  });

  it('explains why it could not be bundled and what to do, and still serves', async () => {
    writeFileSync(path.join(clone.folder, 'apps/cli/bundles'), 'in the way');
    await using gateway = await start();
    expect((await fetch(`${gateway.url}/readyz`)).status).toBe(200);
    expect(gateway.complaint().split('\n')).toEqual([
      expect.stringMatching(/^gatehouse: the program could not be bundled, so it runs from its sources, .*: EEXIST.*bundles/),
      expect.stringMatching(/^gatehouse: to fix this, let this user write to .*bundles, and run "npx -y pnpm@12 install"/),
      '',
    ]);
  });

  it('explains why the workspace application could not be built, and answers /app with a sentence', async () => {
    clone.forgetConsole();
    writeFileSync(path.join(clone.folder, 'apps/console/bundles'), 'in the way');
    await using gateway = await start();
    const answer = await fetch(`${gateway.url}/app`);
    expect([answer.status, await answer.text()]).toEqual([503, expect.stringMatching(/^The workspace application could not be built/)]);
    expect((await fetch(`${gateway.url}/readyz`)).status).toBe(200);
    await expect
      .poll(() => gateway.complaint().split('\n'))
      .toEqual([
        expect.stringMatching(/^gatehouse: the workspace application could not be built, so \/app answers 503.*: EEXIST.*bundles/),
        expect.stringMatching(/^gatehouse: to fix this, let this user write to apps\/console\/bundles/),
        '',
      ]);
  });

  it('bundles the content of the sources, regardless of their times', async () => {
    const { stateOfSources } = await import(pathToFileURL(path.join(clone.folder, 'build/state-of-sources.mjs')).href);
    const entries = { program: path.join(clone.folder, 'apps/cli/src/program.ts') };
    const before = stateOfSources(entries);
    const file = path.join(clone.folder, 'packages/core/src/gateway/pipeline/gateway.ts');
    const { atime, mtime } = statSync(file);
    utimesSync(file, new Date(), new Date());
    expect(stateOfSources(entries)).toBe(before);
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace(/[a-z]/, (letter) => letter.toUpperCase()),
    );
    utimesSync(file, atime, mtime);
    expect(stateOfSources(entries)).not.toBe(before);
  });

  it('builds the workspace application again after a change of a shared rule', async () => {
    const { stateOfConsole } = await import(pathToFileURL(path.join(clone.folder, 'build/state-of-sources.mjs')).href);
    const before = stateOfConsole();
    writeFileSync(path.join(clone.folder, 'packages/domain/src/sizes.ts'), '\n', { flag: 'a' });
    expect(stateOfConsole()).not.toBe(before);
  });
});

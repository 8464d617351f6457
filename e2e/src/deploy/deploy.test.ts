import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { openPlace } from '../cli/command.ts';
import { readContainerfile } from './containerfile.ts';

const root = path.join(import.meta.dirname, '../../..');
const read = (name: string) => readFileSync(path.join(root, name), 'utf8');
const files = globSync('**/*.*', { cwd: path.join(root, 'deploy') }).concat('Containerfile');
const run = promisify(execFile);

describe('files for running a gateway', () => {
  it('name existing settings', () => {
    const known = new Set([...read('docs/reference/settings.md').matchAll(/`(GATEHOUSE_[A-Z_]+|DATABASE_URL)`/g)].map(([, name]) => name));
    expect(known.size).toBeGreaterThan(15);
    const named = files.flatMap((file) =>
      [...read(`deploy/${file}`).matchAll(/\b(?:GATEHOUSE_[A-Z_]+|DATABASE_URL)\b/g)].map(([name]) => name),
    );
    expect(new Set(named).size).toBeGreaterThan(4);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });

  it('refer to each other, and to existing commands and programs', () => {
    const referred = files.flatMap((file) => [...read(`deploy/${file}`).matchAll(/\bdeploy\/[\w./-]*\w/g)].map(([name]) => name));
    expect(referred).toContain('deploy/Containerfile');
    expect(referred.filter((name) => !existsSync(path.join(root, name)))).toEqual([]);
    const { command, steps } = readContainerfile(root);
    expect(command).toEqual(['gatehouse', 'start']);
    expect(steps.join('\n')).toContain('pnpm@12 release /release');
    expect(read('deploy/gatehouse.service')).toContain('bin/gatehouse start\n');
  });

  it('give calls in progress more time to end than the gateway waits for them', () => {
    const [, drainMs = ''] = /drainTimeoutMs = ([\d_]+)/.exec(read('apps/cli/src/start/listen.ts')) ?? [];
    const seconds = [
      /stop_grace_period: (\d+)s/.exec(read('deploy/compose.yaml')),
      /TimeoutStopSec=(\d+)/.exec(read('deploy/gatehouse.service')),
      /docker run .*--stop-timeout (\d+)/.exec(read('docs/guides/run-in-a-container.md')),
    ].map((found) => Number(found?.[1]));
    expect(Number(drainMs.replaceAll('_', ''))).toBeGreaterThan(0);
    expect(seconds.filter((given) => given * 1000 > Number(drainMs.replaceAll('_', '')))).toEqual(seconds);
  });

  it('run the container as a user other than root, and report its actual health', async () => {
    const { user, environment, healthCheck } = readContainerfile(root);
    expect(user).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    expect(environment).toMatchObject({ GATEHOUSE_DATA: '/data', GATEHOUSE_PORT: '4747' });
    await using place = openPlace();
    const gateway = await place.start();
    const [, ...args] = healthCheck.map((part) => part.replace('http://127.0.0.1:4747', gateway.url));
    const check = () =>
      run(process.execPath, args).then(
        () => 0,
        ({ code }: { code: number }) => code,
      );
    expect(await check()).toBe(0);
    await gateway.stop();
    expect(await check()).toBe(1);
  });
});

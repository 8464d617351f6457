import { execFile, spawn } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { readContainerfile } from '../deploy/containerfile.ts';
import { freePort } from '../kit/free-port.ts';
import { until } from '../kit/until.ts';
import { openEmptyMachine, releaseFromClone } from './release-from-clone.ts';

const run = promisify(execFile);
const root = path.join(import.meta.dirname, '../../..');

/**
 * Runs the content of the image without an image builder: the same package, installed in the same way, as the same user, in a root file
 * system that is read-only except for the data directory. Needs root for mounting, and Linux for these commands.
 */
export async function runAsInContainer(): Promise<string[]> {
  if (process.getuid?.() !== 0) {
    process.stdout.write('  skipped: mounting a file system needs root\n');
    return [];
  }
  const { user, environment, command } = readContainerfile(root);
  const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-container-'));
  const [release, installed, data, glass] = ['release', 'installed', 'data', 'root'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
    string,
  ];
  try {
    await run('chmod', ['755', folder]);
    await releaseFromClone(await openEmptyMachine(folder), release);
    const [packed = ''] = globSync(path.join(release, '*-cli-*.tgz'));
    await run('npm', ['install', '--global', '--prefix', installed, '--omit=optional', packed]);
    for (const name of [data, glass]) mkdirSync(name);
    await run('chown', [user, data]);
    const port = String(await freePort());
    const given = { ...environment, GATEHOUSE_DATA: data, GATEHOUSE_HOST: '127.0.0.1', GATEHOUSE_PORT: port };
    const settings = Object.entries(given).map(([name, value]) => `${name}=${value}`);
    const program = path.join(installed, 'bin', command[0] as string);
    const found = `PATH=${path.dirname(process.execPath)}:/usr/bin:/bin`;
    const mounts = [
      `mount --bind / ${glass}`,
      `mount -o remount,bind,ro ${glass}`,
      `mount --bind ${data} ${glass}${data}`,
      `mount -t proc proc ${glass}/proc`,
      `mount --bind /dev ${glass}/dev`,
    ];
    const start = ['exec', 'chroot', `--userspec=${user}`, '--groups=', glass, '/usr/bin/env', '-i', found, ...settings, program];
    const script = [...mounts, [...start, ...command.slice(1)].join(' ')].join(' && ');
    return await serve(script, `http://127.0.0.1:${port}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function serve(script: string, url: string): Promise<string[]> {
  const child = spawn('unshare', ['--mount', '--pid', '--fork', 'sh', '-ec', script], {
    // Starts a separate process group, because the gateway runs as another user and does not end with its parents.
    detached: true,

    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said += part));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const healthy = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  try {
    await until('it serves', async () => child.exitCode !== null || (await healthy()));
    return (await healthy()) ? [] : [`it does not serve as in a container: ${said}`];
  } finally {
    process.kill(-(child.pid as number), 'SIGKILL');
    await ended;
  }
}

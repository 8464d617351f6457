import { execFile } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { until } from '../kit/until.ts';
import { startServer } from '../processes/server.ts';
import { embedLibrary } from './library.ts';
import { followGuide, openEmptyMachine } from './release-from-clone.ts';

const run = promisify(execFile);
const nodes = ['20', '22', '24'];
const mebibyte = 1024 * 1024;
const maxIdleBytes = 160 * mebibyte;

/** Builds a release in an empty clone and installs it as the guides describe, then with each supported Node. */
export async function installReleases(): Promise<string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-release-'));
  try {
    const machine = await openEmptyMachine(folder);
    const [release, units] = [path.join(folder, 'release'), path.join(folder, 'units')];
    mkdirSync(units);
    const places = { '/tmp/gatehouse-release': release, '/etc/systemd/system/': units };
    await followGuide(machine, { guide: 'run-with-systemd.md', heading: 'Install', places });
    const { stdout: version } = await run('gatehouse', ['--version'], { env: machine.environment });
    process.stdout.write(`  installed as the guide for systemd says: gatehouse ${version.trim()}\n`);
    await run('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: release });
    const libraries = ['core', 'client']
      .map((name) => path.join(release, `gatehouse-${name}-*.tgz`))
      .flatMap((pattern) => globSync(pattern));
    const wrong = await complaintsAbout([...globSync(path.join(release, '*-cli-*.tgz')), ...libraries], libraries);
    wrong.push(...(await embedLibrary(path.join(folder, 'embedded'), libraries)));
    for (const version of nodes) wrong.push(...(await startOn(version, { folder, release })));
    return wrong;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Complaints of publint about tarballs, and of attw about those with types. */
async function complaintsAbout(tarballs: readonly string[], typed: readonly string[]): Promise<string[]> {
  const publint = tarballs.map((tarball) => complaint('publint', ['-y', 'publint@0.3', 'run', tarball, '--strict']));
  const attw = typed.map((tarball) => complaint('attw', ['-y', '@arethetypeswrong/cli@0.18', tarball, '--profile', 'esm-only']));
  return (await Promise.all([...publint, ...attw])).flat();
}

async function complaint(name: string, args: string[]): Promise<string[]> {
  return await run('npx', args).then(
    () => [],
    ({ stdout, stderr }: { stdout: string; stderr: string }) => [`${name}: ${stdout}${stderr}`],
  );
}

async function startOn(version: string, { folder, release }: { folder: string; release: string }): Promise<string[]> {
  const [tools, project] = [path.join(folder, `node-${version}`), path.join(folder, `on-${version}`)];
  await run('npm', ['install', '--prefix', tools, `node-${process.platform}-${process.arch}@${version}`]);
  const [bin = ''] = globSync(path.join(tools, 'node_modules/node-*/bin'));
  const env = { ...process.env, PATH: `${bin}:/usr/bin:/bin:${process.env.PATH}` };
  const tarballs = ['cli', 'runtime'].flatMap((name) => globSync(path.join(release, `gatehouse-${name}-*.tgz`)));
  const { stderr } = await run('npm', ['install', '--prefix', project, ...tarballs], { env });
  const wrong = /EBADENGINE|deprecated|ERR/.test(stderr) ? [`npm on Node ${version}: ${stderr}`] : [];
  const [program = ''] = globSync(path.join(project, 'node_modules/@*/cli/bin/gatehouse.mjs'));
  const node = path.join(bin, 'node');
  const gateway = await startServer(path.join(project, 'data'), {}, [], program, node);
  try {
    wrong.push(...(await firstCall(gateway.url, gateway.quickstartKey)).map((one) => `Node ${version}: ${one}`));
    // V8 frees the memory of the start after some seconds, without an event.
    await until(`it takes ${megabytes(maxIdleBytes)} at most on Node ${version}`, () => residentBytes(gateway.pid) <= maxIdleBytes);
    process.stdout.write(`  Node ${version}: ${megabytes(residentBytes(gateway.pid))} resident\n`);
  } finally {
    await gateway.stop('SIGTERM');
  }
  return wrong;
}

/** The first call of the README over each entrance. */
async function firstCall(url: string, key: string | undefined): Promise<string[]> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const post = async (at: string, body: object) =>
    (await fetch(`${url}${at}`, { method: 'POST', headers, body: JSON.stringify(body) })).text();
  const created = await post('/v1/tools/create_doc', { title: 'Release notes', bodyMarkdown: '# 1.0' });
  const params = { name: 'search', arguments: { query: 'Release notes' } };
  const found = await post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const { docId = 'nothing' } = JSON.parse(created);
  return found.includes(docId) ? [] : [`create_doc answered ${created}, and search over MCP ${found}`];
}

/** Resident memory of the gateway. An older Node that started another one stays as its parent, and is not counted. */
function residentBytes(pid: number): number {
  const own = [...childrenOf(pid), pid].map((one) => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${one}/status`, 'utf8'))?.[1]));
  return Math.max(...own) * 1024;
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / mebibyte)} MB`;
}

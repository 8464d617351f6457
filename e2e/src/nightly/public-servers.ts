import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { comparePublicServer } from '../services/compare-public-server.ts';
import { publicServers } from '../services/public-servers.ts';

/**
 * Installs MCP servers that are public on npm, and compares for each what it lists and answers with what the gateway says it does.
 * `PUBLIC_SERVERS` names a folder where they are installed already.
 */
export async function askPublicServers(): Promise<string[]> {
  const given = process.env.PUBLIC_SERVERS;
  const folder = given ?? mkdtempSync(path.join(tmpdir(), 'gatehouse-public-servers-'));
  const wrong: string[] = [];
  try {
    if (given === undefined)
      await install(
        folder,
        publicServers.map((server) => server.package),
      );
    for (const server of publicServers) {
      const { report, faults } = await comparePublicServer(server, programOf(folder, server.package));
      process.stdout.write(`${server.package} ${server.transport}: ${report}\n`);
      wrong.push(...faults.map((fault) => `${server.package} ${server.transport}: ${fault}`));
    }
  } finally {
    if (given === undefined) rmSync(folder, { recursive: true });
  }
  return wrong;
}

async function install(folder: string, packages: string[]): Promise<void> {
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts'];
  await promisify(execFile)('npm', ['install', ...quiet, '--prefix', folder, ...new Set(packages)], { cwd: folder });
}

/** The program of a package, as `npx` would start it. */
function programOf(folder: string, name: string): string {
  const place = path.join(folder, 'node_modules', name);
  const { bin } = JSON.parse(readFileSync(path.join(place, 'package.json'), 'utf8')) as { bin: string | Record<string, string> };
  const program = typeof bin === 'string' ? bin : Object.values(bin)[0];
  if (program === undefined) throw new Error(`${name} has no program`);
  return path.join(place, program);
}

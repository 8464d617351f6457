import { readFileSync } from 'node:fs';
import path from 'node:path';
import { comparePublicServer } from '../services/compare-public-server.ts';
import { publicServers } from '../services/public-servers.ts';
import { type NpmPackages, openNpmPackages } from './npm-packages.ts';

/**
 * Installs public MCP servers from npm, and compares the listing and answers of each with those through the gateway. `PUBLIC_SERVERS` names
 * a folder with an existing installation.
 */
export async function askPublicServers(): Promise<string[]> {
  using packages = await openNpmPackages(
    publicServers.map((server) => server.package),
    process.env.PUBLIC_SERVERS,
  );
  const wrong: string[] = [];
  for (const server of publicServers) {
    const { report, faults } = await comparePublicServer(server, programOf(packages, server.package));
    process.stdout.write(`${server.package} ${server.transport}: ${report}\n`);
    wrong.push(...faults.map((fault) => `${server.package} ${server.transport}: ${fault}`));
  }
  return wrong;
}

/** The program of a package, as `npx` would start it. */
function programOf({ at }: NpmPackages, name: string): string {
  const place = at(name);
  const { bin } = JSON.parse(readFileSync(path.join(place, 'package.json'), 'utf8')) as { bin: string | Record<string, string> };
  const program = typeof bin === 'string' ? bin : Object.values(bin)[0];
  if (program === undefined) throw new Error(`${name} has no program`);
  return path.join(place, program);
}

import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = path.join(import.meta.dirname, '../../..');

/** Folders in which nothing was ever installed, built or kept. */
export interface EmptyMachine {
  /** A clone of this commit. */
  clone: string;
  environment: Record<string, string>;
}

/** A clone in `folder`, and an environment with an empty home. */
export async function openEmptyMachine(folder: string): Promise<EmptyMachine> {
  const [clone, home, prefix] = ['a clone', 'home', 'prefix'].map((name) => path.join(folder, name)) as [string, string, string];
  mkdirSync(home);
  await run('git', ['clone', '--quiet', root, clone]);
  // Passes on the machine's own certificates. Behind a proxy with its own certificate, npm could not reach the registry without them.
  const { PATH, NODE_EXTRA_CA_CERTS } = process.env;
  const environment = {
    PATH: `${path.join(prefix, 'bin')}:${PATH}`,
    HOME: home,
    TERM: 'dumb',
    NPM_CONFIG_PREFIX: prefix,
    ...(NODE_EXTRA_CA_CERTS && { NODE_EXTRA_CA_CERTS }),
  };
  return { clone, environment };
}

/** Writes a release with the documented command, in a clone that is used for nothing else. */
export async function releaseFromClone({ clone, environment }: EmptyMachine, release: string): Promise<void> {
  await run('npx', ['-y', 'pnpm@12', 'release', release], { cwd: clone, env: environment, maxBuffer: 64 * 1024 * 1024 });
}

/** Runs the commands of a guide below one of its headings, word for word except for paths that this test replaces. */
export async function followGuide(
  { clone, environment }: EmptyMachine,
  { guide, heading, places }: { guide: string; heading: string; places: Record<string, string> },
): Promise<void> {
  const text = readFileSync(path.join(clone, 'docs/guides', guide), 'utf8');
  const section = text.split(/^## /m).find((one) => one.startsWith(`${heading}\n`));
  const [, block = ''] = /```text\n([\s\S]*?)```/.exec(section ?? '') ?? [];
  if (block === '') throw new Error(`${guide} has no commands below "${heading}"`);
  const script = Object.entries(places).reduce((commands, [written, place]) => commands.replaceAll(written, place), block);
  await run('sh', ['-euc', script], { cwd: clone, env: environment, maxBuffer: 64 * 1024 * 1024 });
}

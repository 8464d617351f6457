import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

export interface NpmPackages extends Disposable {
  folder: string;
  /** Path of a file below `node_modules`. */
  at(...names: string[]): string;
  versionOf(name: string): string;
}

/**
 * Installs packages into a temporary folder, without their install scripts. `installed` is a folder that already has them, which is kept.
 * Each part of the nightly run has its own environment variable for that folder.
 */
export async function openNpmPackages(packages: readonly string[], installed?: string): Promise<NpmPackages> {
  const folder = installed ?? mkdtempSync(path.join(tmpdir(), 'gatehouse-npm-'));
  const at = (...names: string[]) => path.join(folder, 'node_modules', ...names);
  const remove = () => installed === undefined && rmSync(folder, { recursive: true });
  if (installed === undefined) {
    const install = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder, ...new Set(packages)];
    await promisify(execFile)('npm', install, { cwd: folder }).catch((error: unknown) => {
      remove();
      throw error;
    });
  }
  return {
    folder,
    at,
    versionOf: (name) => (JSON.parse(readFileSync(at(name, 'package.json'), 'utf8')) as { version: string }).version,
    [Symbol.dispose]: remove,
  };
}

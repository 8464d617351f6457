import { cpSync, existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../../..');
const neverCopied = new Set(['node_modules', 'bundles', '.git', 'e2e', '.gatehouse']);

/** The project as a clone has it after its installation: no program was built in it. In a path that has to be quoted. */
export interface FreshClone extends Disposable {
  folder: string;
  /** Node command of the script "gatehouse", flags first. */
  command: string[];
  /** Content of the folder `bundles`. */
  bundles(): string[];
  /** The workspace application has not been built in it either, if it was built here: that is seconds of work. */
  forgetConsole(): void;
}

export function openFreshClone(): FreshClone {
  const outer = mkdtempSync(path.join(tmpdir(), 'gatehouse-clone-'));
  const folder = path.join(outer, "it's a clone");
  cpSync(root, folder, { recursive: true, filter: (source) => !neverCopied.has(path.basename(source)) });
  for (const place of ['', ...globSync('{apps,packages}/*', { cwd: root })])
    symlinkSync(path.join(root, place, 'node_modules'), path.join(folder, place, 'node_modules'));
  const built = path.join('apps', 'console', 'bundles');
  if (existsSync(path.join(root, built))) cpSync(path.join(root, built), path.join(folder, built), { recursive: true });
  return {
    folder,
    command: commandOf(folder),
    bundles: () => readdirSync(path.join(folder, 'apps/cli/bundles')),
    forgetConsole: () => rmSync(path.join(folder, built), { recursive: true, force: true }),
    [Symbol.dispose]: () => rmSync(outer, { recursive: true }),
  };
}

function commandOf(folder: string): string[] {
  const { scripts } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { scripts: { gatehouse: string } };
  return scripts.gatehouse
    .split(' ')
    .slice(1)
    .map((part) => (part.endsWith('.mjs') ? path.join(folder, part) : part));
}

/**
 * Anonymous memory in bytes of a process and its descendants, largest first. Pages of the runtime's own file are shared, and depend on the
 * machine's page cache.
 */
export function anonymousBytes(pid: number): number[] {
  const parents = new Map(processes().map(({ pid, parent }) => [pid, parent]));
  const isBelow = (one: number | undefined): boolean => one !== undefined && (one === pid || isBelow(parents.get(one)));
  return processes()
    .filter((one) => isBelow(one.pid))
    .map(({ bytes }) => bytes)
    .sort((left, right) => right - left);
}

function processes(): { pid: number; parent: number; bytes: number }[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const status = readFileSync(`/proc/${name}/status`, 'utf8');
      const field = (what: string) => Number(new RegExp(`^${what}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
      return [{ pid: Number(name), parent: field('PPid'), bytes: field('RssAnon') * 1024 }];
    } catch {
      // The process has ended meanwhile.
      return [];
    }
  });
}

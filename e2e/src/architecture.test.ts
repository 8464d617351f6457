import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '..', '..');

/** Who may import whom: what is below never knows what is above. */
const mayImport: Record<string, readonly string[]> = {
  'packages/storage': [],
  // A place for files outside the database, behind the port that storage defines.
  'packages/files-s3': ['storage'],
  'packages/core': ['storage'],
  'packages/services': ['core'],
  // What the entrances share.
  'packages/entrance': ['core'],
  'packages/client': [],
  'apps/http': ['core', 'entrance'],
  'apps/mcp': ['core', 'entrance'],
  'apps/console': [],
  'apps/cli': ['storage', 'files-s3', 'core', 'entrance', 'services', 'client', 'http', 'mcp', 'console'],
  e2e: ['storage', 'files-s3', 'core', 'entrance', 'services', 'client', 'http', 'mcp', 'console', 'cli'],
  benchmarks: ['storage', 'files-s3', 'core', 'entrance', 'services', 'client', 'http', 'mcp', 'console', 'cli'],
};

interface Room {
  folder: string;
  manifest: {
    name: string;
    exports?: Record<string, unknown>;
    dependencies?: Record<string, string>;
    devDependencies?: Record<string, string>;
  };
  files: string[];
}

const rooms: Room[] = globSync(['packages/*', 'apps/*', 'e2e', 'benchmarks'], { cwd: root })
  .filter((folder) => existsSync(path.join(root, folder, 'package.json')))
  .map((folder) => ({
    folder,
    manifest: JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8')),
    files: globSync('src/**/*.{ts,tsx}', { cwd: path.join(root, folder) }).map((file) => path.join(root, folder, file)),
  }));

describe.each(rooms)('$folder', ({ folder, manifest, files }) => {
  const allowed = (mayImport[folder] ?? []).map((name) => `@gatehouse/${name}`);
  const imports = files.flatMap((file) => importsOf(file).map((one) => ({ file: path.relative(root, file), ...one })));

  it('has its place in the table', () => {
    expect(Object.keys(mayImport)).toContain(folder);
  });

  it('declares no package of ours that it may not import', () => {
    const declared = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }).filter((name) =>
      name.startsWith('@gatehouse/'),
    );
    expect(declared.filter((name) => !allowed.includes(name))).toEqual([]);
  });

  it('imports of ours only what it declares, and only through the front door', () => {
    const declared = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
    const ours = imports.filter(({ from }) => from.startsWith('@gatehouse/'));
    expect(ours.filter(({ from }) => !allowed.includes(from) || !declared.includes(from))).toEqual([]);
  });

  it('reaches into no other room by a relative path', () => {
    const others = rooms.filter((room) => room.folder !== folder).map((room) => path.join(root, room.folder) + path.sep);
    const relative = imports.filter(({ from }) => from.startsWith('.'));
    const outside = relative.filter(({ file, from }) => others.some((other) => path.resolve(root, file, '..', from).startsWith(other)));
    expect(outside).toEqual([]);
  });

  it.runIf(/^(packages|apps)\//.test(folder))('shows other rooms its index and nothing else', () => {
    for (const [name, target] of Object.entries(manifest.exports ?? {})) {
      expect(name).toBe('.');
      expect(target).toBe('./src/index.ts');
    }
  });

  it('says nothing that was meant for later, and switches no check off in silence', () => {
    const said = files.flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      return forbidden.filter((word) => text.includes(word)).map((word) => `${path.relative(root, file)}: ${word}`);
    });
    expect(said).toEqual([]);
  });
});

/** Written in halves, so that this file may stand among the others. */
const forbidden = [
  ['TO', 'DO'],
  ['FIX', 'ME'],
  ['HA', 'CK:'],
  ['@ts-', 'ignore'],
  ['@ts-', 'nocheck'],
  ['it.', 'only('],
  ['describe.', 'only('],
  ['lorem ', 'ipsum'],
].map((halves) => halves.join(''));

const statement = /^(?:import|export)\s+[^'";]*?from\s+'([^']+)'|^import\s+'([^']+)'|\bimport\('([^']+)'\)/gm;

function importsOf(file: string): { from: string }[] {
  return [...readFileSync(file, 'utf8').matchAll(statement)].map((match) => ({
    from: (match[1] ?? match[2] ?? match[3]) as string,
  }));
}

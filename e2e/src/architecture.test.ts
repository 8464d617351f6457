import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { importsOf } from './imports-of.ts';
import { isTestCode, testPackages } from './test-code.ts';

const root = path.join(import.meta.dirname, '..', '..');

/** Who may import whom: what is below never knows what is above. */
const mayImport: Record<string, readonly string[]> = {
  // Pure rules and words, for Node and for browsers.
  'packages/domain': [],
  'packages/storage': ['domain'],
  // A place for files outside the database, behind the port that storage defines.
  'packages/files-s3': ['storage', 'domain'],
  'packages/core': ['domain', 'storage'],
  'packages/services': ['core', 'domain'],
  // Signs clients in, for the entrances.
  'packages/oauth': ['core', 'domain', 'entrance'],
  // What the entrances share.
  'packages/entrance': ['core', 'domain'],
  // Reads files of others in a process of its own.
  'packages/extraction': ['domain'],
  'packages/client': [],
  examples: ['client'],
  'apps/http': ['core', 'domain', 'entrance'],
  'apps/mcp': ['core', 'domain', 'entrance'],
  'apps/console': ['core', 'domain'],
  // Its reference is made from what the others say of themselves.
  'apps/docs': ['console', 'cli', 'core', 'domain'],
  'apps/cli': ['domain', 'storage', 'files-s3', 'core', 'entrance', 'services', 'oauth', 'extraction', 'client', 'http', 'mcp', 'console'],
  e2e: [
    'domain',
    'storage',
    'files-s3',
    'core',
    'entrance',
    'services',
    'oauth',
    'extraction',
    'client',
    'examples',
    'http',
    'mcp',
    'console',
    'cli',
  ],
  benchmarks: ['domain', 'storage', 'files-s3', 'core', 'entrance', 'services', 'oauth', 'client', 'http', 'mcp', 'console', 'cli'],
};

/** What runs in a browser: it takes types of others, and code only of these, which need nothing that a browser has not. */
const takesCodeOnlyOf: Record<string, readonly string[]> = {
  'apps/console': ['@gatehouse/domain', '@gatehouse/domain/merge', '@gatehouse/domain/skills', '@gatehouse/domain/words'],
};

/** A package's other entry points, and who may import them: all who may import the package, the test code of these, or those named. */
const otherExports: Record<string, readonly string[] | 'all' | 'tests'> = {
  // Loaded on demand in browsers: each brings a library.
  '@gatehouse/domain/merge': 'all',
  '@gatehouse/domain/take-back': 'all',
  // For Node alone.
  '@gatehouse/domain/processes': 'all',
  '@gatehouse/domain/skills': 'all',
  // Loaded by what searches: it brings lists of common words.
  '@gatehouse/domain/words': 'all',
  // What everything that people see looks like.
  '@gatehouse/console/colours': ['apps/docs'],
  '@gatehouse/storage/admin': ['apps/cli', 'e2e', 'benchmarks'],
  '@gatehouse/storage/testing': 'tests',
  '@gatehouse/core/testing': 'tests',
  '@gatehouse/services/testing': 'tests',
  '@gatehouse/extraction/testing': 'tests',
  '@gatehouse/files-s3/testing': 'tests',
};

/** Scripts of threads, each started for one piece of work: the core and its libraries would take a second of processor time each time. */
const threads = [
  'packages/domain/src/processes/merge-worker.ts',
  'packages/services/src/openapi/document-worker.ts',
  'packages/services/src/checking/check-worker.ts',
];

interface Package {
  folder: string;
  manifest: {
    name: string;
    exports?: Record<string, unknown>;
    dependencies?: Record<string, string>;
    devDependencies?: Record<string, string>;
  };
  files: string[];
}

const packages: Package[] = globSync(['packages/*', 'apps/*', 'e2e', 'benchmarks', 'examples'], { cwd: root })
  .filter((folder) => existsSync(path.join(root, folder, 'package.json')))
  .map((folder) => ({
    folder,
    manifest: JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8')),
    files: globSync('src/**/*.{ts,tsx}', { cwd: path.join(root, folder) }).map((file) => path.join(root, folder, file)),
  }));

describe.each(packages)('$folder', ({ folder, manifest, files }) => {
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

  it('imports of ours only what it declares, and only through what is exported', () => {
    const declared = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
    const ours = imports.filter(({ from }) => from.startsWith('@gatehouse/'));
    const maySee = (file: string, from: string) => {
      const who = otherExports[from];
      return who === undefined || who === 'all'
        ? allowed.includes(packageOf(from))
        : who === 'tests'
          ? isTestCode(file)
          : who.includes(folder);
    };
    expect(ours.filter(({ file, from }) => !maySee(file, from) || !declared.includes(packageOf(from)))).toEqual([]);
  });

  it.runIf(folder in takesCodeOnlyOf)('imports types of ours, and code only of what runs in a browser too', () => {
    // Its tests run beside the gateway's sources.
    const code = imports.filter(({ file, from, isType }) => from.startsWith('@gatehouse/') && !isType && !isTestCode(file));
    expect(code.filter(({ from }) => !takesCodeOnlyOf[folder]?.includes(from))).toEqual([]);
  });

  it('has no test code in what runs for users', () => {
    const product = imports.filter(({ file }) => !isTestCode(file));
    const ofTests = product.filter(({ file, from }) =>
      from.startsWith('.') ? isTestCode(path.join(path.dirname(file), from)) : testPackages.includes(packageOf(from)),
    );
    expect(ofTests).toEqual([]);
  });

  it('reaches into no other package by a relative path', () => {
    const others = packages.filter((one) => one.folder !== folder).map((one) => path.join(root, one.folder) + path.sep);
    const relative = imports.filter(({ from }) => from.startsWith('.'));
    const outside = relative.filter(({ file, from }) => others.some((other) => path.resolve(root, file, '..', from).startsWith(other)));
    expect(outside).toEqual([]);
  });

  it.runIf(/^(packages|apps)\//.test(folder))('shows others its index, and beside it only what the table names', () => {
    const { '.': index, ...others } = manifest.exports ?? {};
    expect(index ?? './src/index.ts').toBe('./src/index.ts');
    const named = Object.entries(others).map(([name, target]) => [path.posix.join(manifest.name, name), target]);
    const inTable = Object.keys(otherExports).filter((from) => packageOf(from) === manifest.name);
    expect(named).toEqual(inTable.map((from) => [from, `./src${from.slice(manifest.name.length)}/index.ts`]));
  });

  it('says nothing that was meant for later, and switches no check off in silence', () => {
    const said = files.flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      return forbidden.filter((word) => text.includes(word)).map((word) => `${path.relative(root, file)}: ${word}`);
    });
    expect(said).toEqual([]);
  });
});

it.each(threads)('%s loads no other package of ours', (script) => {
  expect(filesLoadedBy(path.join(root, script)).flatMap((file) => codeOf(file).filter((from) => from.startsWith('@gatehouse/')))).toEqual(
    [],
  );
});

/** The file and what it imports, without types. */
function filesLoadedBy(script: string): string[] {
  const files = new Set([script]);
  for (const file of files) {
    for (const from of codeOf(file)) if (from.startsWith('.')) files.add(path.join(path.dirname(file), from));
  }
  return [...files];
}

function codeOf(file: string): string[] {
  return importsOf(file)
    .filter(({ isType }) => !isType)
    .map(({ from }) => from);
}

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

/** `@gatehouse/storage` of `@gatehouse/storage/admin`, `vitest` of `vitest/config`. */
function packageOf(from: string): string {
  return from
    .split('/')
    .slice(0, from.startsWith('@') ? 2 : 1)
    .join('/');
}

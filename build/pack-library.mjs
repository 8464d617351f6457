// The gateway as a library: the core, the store and the entrances, in one package with a path for each.
import { copyFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compilePackage } from './compile-package.mjs';
import { packageNames } from './package-names.mjs';
import { root } from './state-of-sources.mjs';

/** Folders in the repository, by their paths in the package. */
const parts = {
  core: 'packages/core',
  domain: 'packages/domain',
  storage: 'packages/storage',
  entrance: 'packages/entrance',
  http: 'apps/http',
  mcp: 'apps/mcp',
  services: 'packages/services',
  oauth: 'packages/oauth',
};
/** The types of the drivers, which the types of the store name. */
const typePackages = ['@types/better-sqlite3', '@types/pg'];

/** Writes the package's folder, from which `npm pack` makes the tarball. */
export async function writeLibraryPackage(folder) {
  const dist = path.join(folder, 'dist');
  const manifests = Object.fromEntries(Object.entries(parts).map(([part, source]) => [part, manifestOf(source)]));
  for (const [part, source] of Object.entries(parts)) {
    await compilePackage(source, path.join(dist, part), (specifier, file) => locate({ specifier, file, dist, manifests }));
  }
  cpSync(path.join(root, parts.storage, 'migrations'), path.join(dist, 'migrations'), { recursive: true });
  copyFileSync(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'));
  const { version, description, license } = manifests.core;
  const manifest = {
    name: packageNames.library,
    version,
    description,
    license,
    type: 'module',
    exports: Object.fromEntries(Object.keys(parts).map((part) => [part === 'core' ? '.' : `./${part}`, exported(part)])),
    files: ['dist'],
    engines: { node: '>=24' },
    dependencies: dependenciesOf(Object.values(manifests)),
  };
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  writeFileSync(path.join(folder, 'README.md'), readme);
}

function exported(part) {
  return { types: `./dist/${part}/index.d.ts`, default: `./dist/${part}/index.js` };
}

function manifestOf(source) {
  return JSON.parse(readFileSync(path.join(root, source, 'package.json'), 'utf8'));
}

/** `@gatehouse/storage/admin` is a file of this package: its path from the one that imports it. */
function locate({ specifier, file, dist, manifests }) {
  const [, part, rest] = /^@gatehouse\/([^/]+)(\/.+)?$/.exec(specifier) ?? [];
  const source = manifests[part]?.exports[rest === undefined ? '.' : `.${rest}`];
  if (source === undefined) throw new Error(`${file} imports ${specifier}, which the library does not have`);
  const target = path.join(dist, part, source.replace('./src/', '').replace(/\.ts$/, '.js'));
  const relative = path.relative(path.dirname(file), target);
  return relative.startsWith('.') ? relative : `./${relative}`;
}

/** The versions that the repository's tests run with. */
function dependenciesOf(manifests) {
  const names = manifests.flatMap(({ dependencies = {} }) => Object.keys(dependencies)).filter((name) => !name.startsWith('@gatehouse/'));
  const [, catalog] = readFileSync(path.join(root, 'pnpm-workspace.yaml'), 'utf8').split('\ncatalog:\n');
  const all = [...new Set([...names, ...typePackages])].sort();
  return Object.fromEntries(all.map((name) => [name, versionIn(catalog, name)]));
}

function versionIn(catalog, name) {
  const version = catalog.split('\n').find((line) => line.startsWith(`  ${name}: `) || line.startsWith(`  '${name}': `));
  if (version === undefined) throw new Error(`${name} is not in the catalog of pnpm-workspace.yaml`);
  return version.slice(version.lastIndexOf(': ') + 2);
}

const readme = `# Gatehouse as a library

The tools, keys, limits and activity log of Gatehouse, its store on SQLite and Postgres, and its entrances over HTTP and MCP. It needs Node 24.
To run a gateway, install \`${packageNames.command}\` instead.

\`\`\`ts
import { allTools, createGateway, createRegistry, noServices } from '${packageNames.library}';
import { createHttpEntrance } from '${packageNames.library}/http';
import { openSqlite } from '${packageNames.library}/storage';
\`\`\`
`;

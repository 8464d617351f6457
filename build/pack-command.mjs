// The package of the command: the program, the console and the documentation as they are built, and the migrations.
import { copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { bundle } from './bundle.mjs';
import { buildConsole } from './console.mjs';
import { buildDocs } from './docs.mjs';
import { packageNames } from './package-names.mjs';
import { programEntries } from './program-entries.mjs';
import { root } from './state-of-sources.mjs';

const command = path.join(root, 'apps/cli');

/** Writes the package's folder, from which `npm pack` makes the tarball. `platforms`: for which an executable is published. */
export async function writeCommandPackage(folder, platforms) {
  const bundled = await bundle({ folder: command, entries: programEntries(command) });
  const program = path.join(path.dirname(bundled('program')), '..');
  const manifest = manifestOf(JSON.parse(readFileSync(path.join(command, 'package.json'), 'utf8')), platforms);
  mkdirSync(path.join(folder, 'bin'), { recursive: true });
  copyFileSync(path.join(command, 'bin/installed.mjs'), path.join(folder, 'bin/gatehouse.mjs'));
  copyFileSync(path.join(command, 'bin/run-installed.mjs'), path.join(folder, 'bin/run-installed.mjs'));
  cpSync(path.join(program, 'bin'), path.join(folder, 'dist/bin'), { recursive: true });
  for (const name of ['migrations', 'cmaps']) cpSync(path.join(program, name), path.join(folder, 'dist', name), { recursive: true });
  cpSync(await buildConsole(), path.join(folder, 'console'), { recursive: true });
  cpSync(await buildDocs(), path.join(folder, 'docs'), { recursive: true });
  copyDriver(path.join(folder, 'node_modules/better-sqlite3'));
  for (const name of ['LICENSE', 'CHANGELOG.md']) copyFileSync(path.join(root, name), path.join(folder, name));
  writeJson(path.join(folder, 'dist/package.json'), { version: manifest.version, type: 'module' });
  writeJson(path.join(folder, 'package.json'), manifest);
  writeFileSync(path.join(folder, 'README.md'), readme(manifest));
}

function manifestOf({ version, description, license }, platforms) {
  const names = platforms.map((platform) => [platform, packageNames.runtime(platform)]);
  return {
    name: packageNames.command,
    version,
    description,
    license,
    mcpName: packageNames.server,
    type: 'module',
    bin: { gatehouse: 'bin/gatehouse.mjs' },
    files: ['bin', 'dist', 'console', 'docs', 'CHANGELOG.md'],
    engines: { node: '>=20' },
    bundleDependencies: ['better-sqlite3'],
    dependencies: { 'better-sqlite3': '*' },
    // Packages for one platform each. npm installs the one for the current platform.
    optionalDependencies: Object.fromEntries(names.map(([, name]) => [name, version])),
    runtimes: Object.fromEntries(names),
  };
}

/**
 * The only library that is not in the bundle: it has a native part for each platform. Its package brings them all, so that nothing is
 * compiled or fetched, without its sources. It says that it needs Node 22, which is there when it is loaded.
 */
function copyDriver(folder) {
  const manifest = createRequire(path.join(root, 'packages/storage/package.json')).resolve('better-sqlite3/package.json');
  for (const name of ['lib', 'prebuilds', 'LICENSE'])
    cpSync(path.join(path.dirname(manifest), name), path.join(folder, name), { recursive: true });
  const { name, version, license, main } = JSON.parse(readFileSync(manifest, 'utf8'));
  writeJson(path.join(folder, 'package.json'), { name, version, license, main });
}

function readme({ description }) {
  return `# Gatehouse\n\n${description}\n\nStart it with \`gatehouse start\`, and open http://127.0.0.1:4747/docs for the documentation.\n`;
}

function writeJson(file, value) {
  writeFileSync(file, `${JSON.stringify(value, undefined, 2)}\n`);
}

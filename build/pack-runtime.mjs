// The package with the executable for one platform. It has no command of its own: that of the command's package starts it.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { writeExecutable } from './pack-executable.mjs';
import { packageNames } from './package-names.mjs';
import { root } from './state-of-sources.mjs';

export const thisPlatform = `${process.platform}-${process.arch}`;

/** Writes the package's folder: the executable, with the contents of the command's package in `room`. */
export async function writeRuntimePackage(folder, room) {
  const { version, license } = JSON.parse(readFileSync(path.join(root, 'apps/cli/package.json'), 'utf8'));
  await writeExecutable(path.join(folder, 'gatehouse'), room);
  const manifest = {
    name: packageNames.runtime(thisPlatform),
    version,
    description: `The executable of ${packageNames.command} for ${thisPlatform}, with Node ${process.versions.node} in it.`,
    license,
    os: [process.platform],
    cpu: [process.arch],
    // Builds of nodejs.org for Linux need glibc.
    ...(process.platform === 'linux' && { libc: ['glibc'] }),
    preferUnplugged: true,
  };
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
}

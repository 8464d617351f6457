// The package with Node 24 for one platform. It has no command of its own: npm would put one named "node" before that of the user's project.
import { chmodSync, copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { packageNames } from './package-names.mjs';
import { root } from './state-of-sources.mjs';

export const thisPlatform = `${process.platform}-${process.arch}`;

/** Writes the package's folder: the Node that runs this, and its license. */
export function writeRuntimePackage(folder) {
  const { version, license } = JSON.parse(readFileSync(path.join(root, 'apps/cli/package.json'), 'utf8'));
  const node = path.join(folder, 'node');
  copyFileSync(process.execPath, node);
  chmodSync(node, 0o755);
  const manifest = {
    name: packageNames.runtime(thisPlatform),
    version,
    description: `Node ${process.versions.node} for ${packageNames.command} on ${thisPlatform}.`,
    license,
    os: [process.platform],
    cpu: [process.arch],
    // Of its own builds, those of nodejs.org need glibc.
    ...(process.platform === 'linux' && { libc: ['glibc'] }),
    preferUnplugged: true,
  };
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
}

// The package of the typed client: it has no dependencies.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compilePackage } from './compile-package.mjs';
import { packageNames } from './package-names.mjs';
import { root } from './state-of-sources.mjs';

const source = 'packages/client';

/** Writes the package's folder, from which `npm pack` makes the tarball. */
export async function writeClientPackage(folder) {
  const { version, description, license } = JSON.parse(readFileSync(path.join(root, source, 'package.json'), 'utf8'));
  await compilePackage(source, path.join(folder, 'dist'));
  const manifest = {
    name: packageNames.client,
    version,
    description,
    license,
    type: 'module',
    sideEffects: false,
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
    files: ['dist'],
    engines: { node: '>=20' },
  };
  copyFileSync(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'));
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  writeFileSync(path.join(folder, 'README.md'), `# Client of Gatehouse\n\n${description}\n\n${example}`);
}

const example = `\`\`\`ts
import { createClient } from '${packageNames.client}';

const gatehouse = createClient({ baseUrl: 'http://127.0.0.1:4747', key: process.env.GATEHOUSE_KEY ?? '' });
const { docId } = await gatehouse.createDoc({ title: 'Release notes', bodyMarkdown: '# 1.0' });
\`\`\`
`;

import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAst } from 'rolldown/parseAst';

const root = path.join(import.meta.dirname, '../..');

/**
 * Parses every TypeScript file of the packages. `folder` is the package's folder; `file` is the path from the root.
 *
 * @returns {{ file: string, folder: string, text: string, tree: object, isTest: boolean }[]}
 */
export function readSources() {
  return packageFolders.flatMap((folder) =>
    globSync(`${folder}/src/**/*.{ts,tsx}`, { cwd: root }).map((name) => {
      const file = name.replaceAll('\\', '/');
      const text = readFileSync(path.join(root, file), 'utf8');
      const tree = parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' });
      return { file, folder, text, tree, isTest: isTestCode(file) };
    }),
  );
}

/** Folders of all packages, from the root. */
export const packageFolders = globSync(['packages/*', 'apps/*', 'e2e', 'benchmarks', 'examples'], { cwd: root })
  .map((folder) => folder.replaceAll('\\', '/'))
  .filter((folder) => existsSync(path.join(root, folder, 'package.json')));

export function readManifest(folder) {
  return JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'));
}

/** Tells by its path if a source file is only for tests. */
export function isTestCode(file) {
  return /(?:^|\/)(?:e2e|benchmarks|testing)\/|(?:^|\/)(?:test-world|test-server|fake-[^/]+|arbitrary-[^/]+)\.ts$|\.test\.tsx?$/.test(file);
}

/** Calls `visit` with each node of a syntax tree. */
export function visitNodes(node, visit) {
  if (typeof node !== 'object' || node === null) return;
  if (typeof node.type === 'string') visit(node);
  for (const value of Object.values(node)) visitNodes(value, visit);
}

export function lineOf(text, start) {
  return text.slice(0, start).split('\n').length;
}

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.join(import.meta.dirname, '..');
/** Browser code and pages: no program contains them, and they are built by themselves. */
const consoleFolder = path.join('apps', 'console');
const docsFolder = path.join('apps', 'docs');
const packageFolders = ['packages', 'apps', 'benchmarks'];
const isPart = /\.(m?tsx?|mjs|css|sql|json|md|png)$/;
const isTest = /\.test\.tsx?$/;

/**
 * Changes when a source, a migration, the lockfile, the build or what is asked of it does. By content: a checkout and a copy give
 * files new times, and an edit may keep both time and size.
 * @param {Record<string, string>} entries name of the bundle → its source file
 * @returns {string}
 */
export function stateOfSources(entries) {
  const asked = Object.entries(entries).map(([name, file]) => [name, path.relative(root, file)]);
  return stateOf(JSON.stringify(asked), packageFolders.flatMap(sourcesOf));
}

/** The same for the workspace application. From other packages it contains only the rules and words that all share. */
export function stateOfConsole() {
  const own = ['index.html', 'package.json', 'vite.config.ts'].map((name) => path.join(consoleFolder, name));
  return stateOf('console', [
    ...own,
    ...filesBelow(path.join(consoleFolder, 'src')),
    ...filesBelow(path.join('packages', 'domain', 'src')),
  ]);
}

/** The same for the pages of the documentation. Of the workspace application they have the colours and the mark. */
export function stateOfDocs() {
  const own = [path.join(docsFolder, 'package.json'), path.join(consoleFolder, 'src', 'mark.svg')];
  const parts = ['docs', path.join(docsFolder, 'src'), path.join(consoleFolder, 'src', 'colours')];
  return stateOf('docs', [...own, ...parts.flatMap(filesBelow)]);
}

function stateOf(asked, sources) {
  const state = createHash('sha256').update(asked);
  for (const file of ['pnpm-lock.yaml', ...filesBelow('build'), ...sources]) {
    const content = readFileSync(path.join(root, file));
    state.update(`\n${file} ${content.length}\n`).update(content);
  }
  return state.digest('hex').slice(0, 16);
}

function sourcesOf(folder) {
  if (!existsSync(path.join(root, folder))) return [];
  const packages = readdirSync(path.join(root, folder)).filter((name) => ![consoleFolder, docsFolder].includes(path.join(folder, name)));
  return packages.flatMap((name) =>
    ['src', 'migrations']
      .flatMap((part) => filesBelow(path.join(folder, name, part)))
      .concat(name === 'src' ? filesBelow(path.join(folder, name)) : []),
  );
}

/**
 * Lists files in an order that is the same everywhere. Walks by hand, because the recursive `readdir` takes six times as long and every
 * command waits.
 */
function filesBelow(folder) {
  if (!existsSync(path.join(root, folder))) return [];
  const entries = readdirSync(path.join(root, folder), { withFileTypes: true });
  return entries.toSorted(byName).flatMap((entry) => {
    const file = `${folder}${path.sep}${entry.name}`;
    if (entry.isDirectory()) return filesBelow(file);
    return entry.isFile() && isPart.test(entry.name) && !isTest.test(entry.name) ? [file] : [];
  });
}

function byName(one, other) {
  return one.name < other.name ? -1 : 1;
}

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.join(import.meta.dirname, '..');
const packageFolders = ['packages', 'apps', 'benchmarks'];

/**
 * Changes when a source, a migration, the lockfile, the build or what is asked of it does. By content: a checkout and a copy give
 * files new times, and an edit may keep both time and size.
 * @param {Record<string, string>} entries name of the bundle → its source file
 * @returns {string}
 */
export function stateOfSources(entries) {
  const state = createHash('sha256').update(
    JSON.stringify(Object.entries(entries).map(([name, file]) => [name, path.relative(root, file)])),
  );
  for (const file of ['pnpm-lock.yaml', ...filesBelow('build'), ...packageFolders.flatMap(sourcesOf)]) {
    const content = readFileSync(path.join(root, file));
    state.update(`\n${file} ${content.length}\n`).update(content);
  }
  return state.digest('hex').slice(0, 16);
}

function sourcesOf(folder) {
  if (!existsSync(path.join(root, folder))) return [];
  return readdirSync(path.join(root, folder)).flatMap((name) =>
    ['src', 'migrations']
      .flatMap((part) => filesBelow(path.join(folder, name, part)))
      .concat(name === 'src' ? filesBelow(path.join(folder, name)) : []),
  );
}

function filesBelow(folder) {
  if (!existsSync(path.join(root, folder))) return [];
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(m?ts|mjs|sql|json)$/.test(entry.name) && !entry.name.endsWith('.test.ts'))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .toSorted();
}

import path from 'node:path';
import { checkFolderCycles } from './folder-cycles.mjs';
import { browserCode, furtherEntries, layers, mayImport, testPackages, threadScripts } from './import-rules.mjs';
import { isTestCode, lineOf, packageFolders, readManifest, visitNodes } from './sources.mjs';

/** Finds imports and manifests of packages that break the rules of `import-rules.mjs`. */
export function checkImports(sources) {
  const imports = sources.flatMap(importsOf);
  return [
    ...packageFolders.flatMap(checkManifest),
    ...imports.filter(({ from }) => from.startsWith('@gatehouse/')).flatMap(checkPackageImport),
    ...imports.flatMap(checkTestCode),
    ...imports.filter(({ target }) => target !== undefined).flatMap(checkRelativeImport),
    ...threadScripts.flatMap((script) => checkThread(script, imports)),
    ...checkFolderCycles(imports),
  ];
}

/** Imports and re-exports of a file, as `{ place, file, folder, from, target, isType, isTest }`. `target` is set for relative ones. */
function importsOf({ file, folder, text, tree, isTest }) {
  const imports = [];
  visitNodes(tree, ({ type, source, argument, importKind, exportKind, start }) => {
    const from = (type === 'TSImportType' ? (source ?? argument) : source)?.value;
    if (typeof from !== 'string') return;
    const target = from.startsWith('.') ? path.posix.join(path.posix.dirname(file), from) : undefined;
    const isType = type === 'TSImportType' || importKind === 'type' || exportKind === 'type';
    imports.push({ place: `${file}:${lineOf(text, start)}`, file, folder, from, target, isType, isTest });
  });
  return imports;
}

function checkManifest(folder) {
  if (!Object.hasOwn(mayImport, folder)) return [`${folder}: build/checks/import-rules.mjs does not state what this package may import`];
  const { name, exports = {}, dependencies, devDependencies } = readManifest(folder);
  const declared = Object.keys({ ...dependencies, ...devDependencies }).filter((one) => one.startsWith('@gatehouse/'));
  const faults = declared.filter((one) => !allowedIn(folder).includes(one)).map((one) => `${folder}/package.json: must not declare ${one}`);
  if (!/^(?:packages|apps)\//.test(folder)) return faults;
  const { '.': index = './src/index.ts', ...others } = exports;
  if (index !== './src/index.ts') faults.push(`${folder}/package.json: the export "." must be ./src/index.ts`);
  const stated = Object.keys(furtherEntries).filter((entry) => packageOf(entry) === name);
  const given = Object.keys(others).map((entry) => path.posix.join(name, entry));
  if (stated.join() !== given.join())
    faults.push(`${folder}/package.json: exports [${given.join(', ')}] besides ".", but import-rules.mjs states [${stated.join(', ')}]`);
  return faults;
}

function checkPackageImport({ place, folder, from, isType, isTest }) {
  const importers = furtherEntries[from] ?? 'all';
  const isAllowed = Array.isArray(importers)
    ? importers.includes(folder)
    : allowedIn(folder).includes(packageOf(from)) && (importers === 'all' || isTest);
  if (!isAllowed) return [`${place}: must not import ${from}`];
  // The console's code runs in browsers. Its tests run in Node, where they can load the sources of other packages.
  if (folder === 'apps/console' && !isType && !isTest && !browserCode.includes(from)) return [`${place}: only types may come from ${from}`];
  return [];
}

function checkTestCode({ place, from, target, isTest }) {
  const isOfTests = target === undefined ? testPackages.includes(packageOf(from)) : isTestCode(target);
  return !isTest && isOfTests ? [`${place}: imports test code into the product`] : [];
}

function checkRelativeImport({ place, file, folder, target, isTest }) {
  const top = `${folder}/src`;
  const other = packageFolders.find((one) => one !== folder && target.startsWith(`${one}/`));
  if (other !== undefined) return [`${place}: must import ${other} by its package name`];
  const order = layers[top];
  if (order === undefined || isTest || !target.startsWith(`${top}/`) || !/\.tsx?$/.test(target)) return [];
  const [layer, used] = [file, target].map((one) => one.slice(top.length + 1).split('/')[0]);
  const unknown = [layer, used].find((one) => !order.includes(one));
  if (unknown !== undefined) return [`${place}: ${top}/${unknown} is missing from the layers in build/checks/import-rules.mjs`];
  return order.indexOf(used) > order.indexOf(layer) ? [`${place}: ${layer} is below ${used} and must not import it`] : [];
}

function checkThread(script, imports) {
  const loaded = new Set([script]);
  // The loop also visits files that are added to the set meanwhile.
  for (const file of loaded) {
    for (const { target } of imports.filter((one) => one.file === file && !one.isType && one.target !== undefined)) loaded.add(target);
  }
  return imports
    .filter(({ file, from, isType }) => loaded.has(file) && !isType && from.startsWith('@gatehouse/'))
    .map(({ place, from }) => `${place}: must not load ${from} in the thread of ${script}`);
}

function allowedIn(folder) {
  return (mayImport[folder] ?? []).map((name) => `@gatehouse/${name}`);
}

/** Name of the package that an import refers to: `@gatehouse/storage` for `@gatehouse/storage/admin`. */
function packageOf(from) {
  const parts = from.split('/');
  return parts.slice(0, from.startsWith('@') ? 2 : 1).join('/');
}

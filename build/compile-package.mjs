// Compiles a package for publishing: JavaScript and types, one file for each source.
import { execFile } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from './state-of-sources.mjs';

const compiler = path.join(root, 'node_modules/.bin/tsc');
/** Sources import each other as .ts files, which published packages do not contain. */
const options = [
  ['--composite', 'false'],
  ['--incremental', 'false'],
  ['--tsBuildInfoFile', 'null'],
  ['--emitDeclarationOnly', 'false'],
  ['--declaration', 'true'],
  ['--rewriteRelativeImportExtensions', 'true'],
  ['--allowImportingTsExtensions', 'false'],
].flat();
const relativeSource = /((?:from|import)\s*\(?\s*["'])(\.{1,2}\/[^"']+)\.ts(?=["'])/g;
const ownPackage = /((?:from|import)\s*\(?\s*["'])(@gatehouse\/[^"']+)(?=["'])/g;
const ofTests = ['**/*.test.{js,d.ts}', '**/testing'];

/**
 * Compiles the package in `folder` of the repository into `target`, without its tests.
 * @param {string} folder
 * @param {string} target
 * @param {(specifier: string, file: string) => string} [resolve] the new specifier of an import of another package of ours
 */
export async function compilePackage(folder, target, resolve = refuse) {
  const draft = mkdtempSync(path.join(tmpdir(), 'gatehouse-compile-'));
  try {
    const built = path.join(draft, 'built');
    // A project reads the types of those that it refers to from what they were built to, and a clone has built nothing.
    await compile(['-b', path.join(root, folder)]);
    await compile(['-p', path.join(root, folder), '--outDir', built, ...options]);
    for (const one of ofTests.flatMap((pattern) => globSync(pattern, { cwd: built }))) rmSync(path.join(built, one), { recursive: true });
    for (const file of globSync('**/*.{js,d.ts}', { cwd: built })) rewrite(path.join(built, file), path.join(target, file), resolve);
    mkdirSync(path.dirname(target), { recursive: true });
    renameSync(built, target);
  } finally {
    rmSync(draft, { recursive: true });
  }
}

async function compile(args) {
  try {
    await promisify(execFile)(compiler, args, { cwd: root });
  } catch (error) {
    throw new Error(`the sources do not compile:\n${error.stdout.split('\n').slice(0, 20).join('\n')}`);
  }
}

function refuse(specifier, file) {
  throw new Error(`${file} imports ${specifier}, which is not in its package`);
}

/** `place`: the file's future location, from which relative specifiers start. */
function rewrite(file, place, resolve) {
  const written = readFileSync(file, 'utf8').replace(relativeSource, '$1$2.js');
  const rewritten = written.replace(ownPackage, (_, before, specifier) => `${before}${resolve(specifier, place)}`);
  writeFileSync(file, rewritten);
}

import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { collectFiles, maxFileBytes } from './document-files.ts';
import { readDocument } from './read-document.ts';

/**
 * Reads the description of an API from a file or a folder, as one text. Files that it refers to are read if they are in the root's folder.
 * Symbolic links there are not followed. Throws with a message for people.
 */
export async function readDescription(given: string): Promise<string> {
  const root = rootOf(realpathSync(given));
  const folder = path.dirname(root);
  const bytes = readFileSync(root);
  const address = pathToFileURL(root).href;
  const files = await collectFiles({ address, bytes }, async (other, room) => readWithin(folder, other, room));
  const text = bytes.toString('utf8');
  if (files.length === 0) return text;
  return JSON.stringify(readDocument(text, { address, files }).document);
}

function rootOf(given: string): string {
  if (!statSync(given).isDirectory()) return given;
  const names = readdirSync(given).filter((name) => /\.(?:json|ya?ml)$/i.test(name));
  const usual = names.find((name) => /^(?:openapi|swagger)\./i.test(name));
  const roots = usual === undefined ? names.filter((name) => describesApi(path.join(given, name))) : [usual];
  const [root, ...others] = roots;
  if (root !== undefined && others.length === 0) return realRoot(given, root);
  const why = roots.length === 0 ? 'has no document with "openapi" or "swagger" in it' : `has several: ${roots.sort().join(', ')}`;
  throw new Error(`the folder ${given} ${why}; name the main file of the API`);
}

/** The root must be within the named folder too. */
function realRoot(folder: string, name: string): string {
  const file = path.join(folder, name);
  if (realpathSync(file) !== file) throw new Error(`${file} is a symbolic link, which is not followed; name the file itself`);
  return file;
}

function describesApi(file: string): boolean {
  const size = statSync(file).size;
  return size <= maxFileBytes && /^[ \t{]*["']?(?:openapi|swagger)["']?[ \t]*:/m.test(readFileSync(file, 'utf8'));
}

/** Undefined for a path outside the folder, a path that is not a file, a symbolic link, and a file larger than the room left. */
function readWithin(folder: string, address: string, room: number): Uint8Array | undefined {
  if (!address.startsWith('file:')) return undefined;
  try {
    const file = fileURLToPath(address);
    const isInside = file.startsWith(`${folder}${path.sep}`);
    if (!isInside || realpathSync(file) !== file) return undefined;
    const stat = statSync(file);
    return stat.isFile() && stat.size <= room ? readFileSync(file) : undefined;
  } catch {
    // The file does not exist. References to it are left out and reported.
    return undefined;
  }
}

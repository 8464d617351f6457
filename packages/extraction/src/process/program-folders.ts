import { createRequire } from 'node:module';
import path from 'node:path';

const isSource = import.meta.filename.endsWith('.ts');

/** Character maps for PDFs in Chinese, Japanese and Korean that embed none. In a build they are in a folder beside the bundle. */
export const characterMaps = isSource
  ? path.join(path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'cmaps')
  : path.join(import.meta.dirname, '../cmaps');

/** Folders that the process can read: the bundle, or the packages if the program runs from source. */
export function programFolders(): string[] {
  if (!isSource) return [import.meta.dirname, characterMaps];
  const root = path.join(import.meta.dirname, '../../../..');
  return [path.join(root, 'packages'), path.join(root, 'node_modules'), path.join(root, 'package.json')];
}

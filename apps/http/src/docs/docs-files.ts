import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** The built documentation. It is read once, for the first reader, because a later build may remove its files. */
export type DocsFiles = ReadonlyMap<string, DocsFile>;

export interface DocsFile {
  contentType: string;
  /** Changes with the content. */
  tag: string;
  /** True if the name changes with the content. */
  isImmutable: boolean;
  /** Text is kept compressed, because nearly every reader accepts it compressed. */
  bytes: Buffer<ArrayBuffer>;
  isCompressed: boolean;
}

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

const packed = '.gz';

export async function readDocsFiles(folder: string): Promise<DocsFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  return new Map(await Promise.all(files.map((file) => readDocsFile(folder, file))));
}

async function readDocsFile(folder: string, file: string): Promise<[name: string, file: DocsFile]> {
  const bytes = Buffer.from(await readFile(file));
  const isCompressed = file.endsWith(packed);
  const name = path.relative(folder, isCompressed ? file.slice(0, -packed.length) : file).replaceAll(path.sep, '/');
  const contentType = contentTypes[path.extname(name)] ?? 'application/octet-stream';
  const tag = `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  return [name, { contentType, tag, isImmutable: name.startsWith('assets/'), bytes, isCompressed }];
}

/** Finds the file of an address below `/docs`: the file itself, the page with its name, or the first page of a folder. */
export function findDocsFile(files: DocsFiles, address: string): DocsFile | undefined {
  const name = address.replace(/^\/+|(?<!\/)\/+$/g, '');
  return files.get(name) ?? files.get(`${name}.html`) ?? files.get(name === '' ? 'index.html' : `${name}/index.html`);
}

import path from 'node:path';
import { contentsFile } from './contents.ts';

/** Addresses of pages and their assets: below `/docs` of a gateway, or relative to one another in a folder. */
export interface Addresses {
  /** Address of a page for browsers, on another page. Both are given by file: `start/try-it.md`. */
  page(file: string, from: string): string;
  /** Address of a file: the source of a page, a picture, a script. */
  file(name: string, from: string): string;
  /** Prefix for addresses of the search index, which are relative to the first page. */
  root(from: string): string;
  /** The file that a page for browsers is written to. */
  written(file: string): string;
}

/** Address without the ending: `start/try-it` for `start/try-it.md`, `api` for `api/README.md`, and empty for the contents. */
function nameOf(file: string): string {
  const name = file.replace(/\.md$/, '');
  return path.posix.basename(file) === contentsFile ? path.posix.dirname(name).replace(/^\.$/, '') : name;
}

const writtenTo = (file: string) =>
  path.posix.basename(file) === contentsFile ? file.replace(/README\.md$/, 'index.html') : file.replace(/\.md$/, '.html');

/** Addresses on a gateway. */
export const served: Addresses = {
  page: (file) => path.posix.join('/docs', nameOf(file)),
  file: (name) => `/docs/${name}`,
  root: () => '',
  written: writtenTo,
};

/** Addresses for any web server or a disk: each is relative to its page. */
export const standing: Addresses = {
  page: (file, from) => relative(writtenTo(file), from),
  file: relative,
  root: (from) => '../'.repeat(from.split('/').length - 1),
  written: writtenTo,
};

function relative(name: string, from: string): string {
  return path.posix.relative(path.posix.dirname(from), name);
}

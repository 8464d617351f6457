import path from 'node:path';
import { contentsFile } from './contents.ts';

/** Where pages and what they load are found: below `/docs` of a gateway, or beside one another in a folder. */
export interface Addresses {
  /** Of a page for browsers, from another one. Both by file: `start/try-it.md`. */
  page(file: string, from: string): string;
  /** Of a file as it is: the source of a page, a picture, a script. */
  file(name: string, from: string): string;
  /** What stands before an address of the search index, which is told from the first page. */
  root(from: string): string;
  /** The file that a page for browsers is written to. */
  written(file: string): string;
}

/** `start/try-it` of `start/try-it.md`, `api` of `api/README.md`, and nothing of the contents. */
function nameOf(file: string): string {
  const name = file.replace(/\.md$/, '');
  return path.posix.basename(file) === contentsFile ? path.posix.dirname(name).replace(/^\.$/, '') : name;
}

const writtenTo = (file: string) =>
  path.posix.basename(file) === contentsFile ? file.replace(/README\.md$/, 'index.html') : file.replace(/\.md$/, '.html');

/** As the gateway serves it. */
export const served: Addresses = {
  page: (file) => path.posix.join('/docs', nameOf(file)),
  file: (name) => `/docs/${name}`,
  root: () => '',
  written: writtenTo,
};

/** As any web server or a disk shows it: each address begins where the page lies. */
export const standing: Addresses = {
  page: (file, from) => relative(writtenTo(file), from),
  file: relative,
  root: (from) => '../'.repeat(from.split('/').length - 1),
  written: writtenTo,
};

function relative(name: string, from: string): string {
  return path.posix.relative(path.posix.dirname(from), name);
}

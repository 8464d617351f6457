import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A page of the documentation, as its contents list it. */
export interface PageEntry {
  /** Path of the file below `docs`, with `/`: `start/try-it.md`. */
  file: string;
  title: string;
  /** One line, without a full stop. */
  summary: string;
  /** Pages that the `README.md` of a folder lists. */
  pages: PageEntry[];
}

export interface Kind {
  title: string;
  pages: PageEntry[];
}

export const contentsFile = 'README.md';

const entryLine = /^- \[([^\]]+)\]\(([^)\s#]+\.md)\): (.+)$/;

/** Reads the contents from docs/README.md. The list in that file is the navigation of the site. */
export function readContents(docs: string): Kind[] {
  const text = readFileSync(path.join(docs, contentsFile), 'utf8');
  return text
    .split(/^## /m)
    .slice(1)
    .map((part) => ({ title: part.slice(0, part.indexOf('\n')).trim(), pages: readEntries(docs, '', part) }));
}

/** All pages below these, each before the pages that it lists. */
export function allPages(kinds: readonly Kind[]): PageEntry[] {
  const flat = (pages: readonly PageEntry[]): PageEntry[] => pages.flatMap((page) => [page, ...flat(page.pages)]);
  return kinds.flatMap(({ pages }) => flat(pages));
}

function readEntries(docs: string, folder: string, text: string): PageEntry[] {
  return text.split('\n').flatMap((line) => {
    const [, title = '', link = '', summary = ''] = entryLine.exec(line) ?? [];
    if (link === '') return [];
    const file = path.posix.join(folder, link);
    return [{ file, title, summary: summary.replace(/\.$/, ''), pages: readListed(docs, file) }];
  });
}

function readListed(docs: string, file: string): PageEntry[] {
  if (path.posix.basename(file) !== contentsFile) return [];
  return readEntries(docs, path.posix.dirname(file), readFileSync(path.join(docs, file), 'utf8'));
}

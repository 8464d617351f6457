import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Addresses } from './addresses.ts';
import { writeAssets } from './assets.ts';
import { allPages, contentsFile, type PageEntry, readContents } from './contents.ts';
import { layOut } from './layout.ts';
import { makeLlmsText } from './llms.ts';
import { renderPage } from './render-page.ts';
import { makeSearchIndex } from './search-index.ts';

export interface SiteOptions {
  /** Folder of the pages, with their contents in README.md. */
  docs: string;
  /** Folder that the site is written to. */
  folder: string;
  addresses: Addresses;
  workspace?: string | undefined;
}

/** Writes every page as HTML and as markdown, the pictures, the search index and llms.txt. */
export async function writeSite({ docs, folder, addresses, workspace }: SiteOptions): Promise<void> {
  const kinds = readContents(docs);
  const entries = [contentsEntry(docs), ...allPages(kinds)];
  const pages = entries.map((entry) => {
    const markdown = readFileSync(path.join(docs, entry.file), 'utf8');
    return { entry, markdown, page: renderPage(markdown, entry.file, addresses) };
  });
  // Leaves out the contents page, which repeats the other pages.
  const index = makeSearchIndex(
    pages
      .slice(1)
      .map(({ entry, page }) => ({ address: addresses.page(entry.file, contentsFile), title: entry.title, sections: page.sections })),
  );
  const assets = await writeAssets(folder, index);
  for (const [at, { entry, markdown, page }] of pages.entries()) {
    const neighbours = { previous: entries[at - 1], next: entries[at + 1] };
    write(folder, addresses.written(entry.file), layOut({ entry, page, kinds, neighbours, assets, addresses, workspace }));
    write(folder, entry.file, markdown);
  }
  write(folder, 'llms.txt', makeLlmsText(introductionOf(docs), kinds, addresses));
  copyPictures(docs, folder);
}

function contentsEntry(docs: string): PageEntry {
  const title = /^# (.+)$/m.exec(readFileSync(path.join(docs, contentsFile), 'utf8'))?.[1] ?? 'Documentation';
  return { file: contentsFile, title, summary: 'All pages', pages: [] };
}

/** Text of the contents page before its first list. */
function introductionOf(docs: string): string {
  const text = readFileSync(path.join(docs, contentsFile), 'utf8');
  return text.slice(text.indexOf('\n'), text.indexOf('\n## ')).trim();
}

function write(folder: string, name: string, content: string): void {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
}

function copyPictures(docs: string, folder: string): void {
  cpSync(path.join(docs, 'pictures'), path.join(folder, 'pictures'), { recursive: true });
}

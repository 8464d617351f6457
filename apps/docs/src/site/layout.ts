import type { Addresses } from './addresses.ts';
import { allPages, contentsFile, type Kind, type PageEntry } from './contents.ts';
import { escapeHtml } from './escape-html.ts';
import type { Heading, RenderedPage } from './render-page.ts';
import { renderTryIt } from './try-it.ts';

/** Assets that every page loads, by name below the site. */
export interface SiteAssets {
  style: string;
  /** Runs before anything is drawn. */
  theme: string;
  script: string;
  searchIndex: string;
  mark: string;
}

export interface LayoutOptions {
  entry: Pick<PageEntry, 'file' | 'title' | 'summary'>;
  page: RenderedPage;
  kinds: readonly Kind[];
  /** The pages before and after this one, in the order of the contents. */
  neighbours: { previous: PageEntry | undefined; next: PageEntry | undefined };
  assets: SiteAssets;
  addresses: Addresses;
  /** Address of the workspace application. Undefined on a standalone site. */
  workspace: string | undefined;
}

/** Renders a whole page. It is the same for every reader, so it is made and compressed once. */
export function layOut({ entry, page, kinds, neighbours, assets, addresses, workspace }: LayoutOptions): string {
  const { file, title, summary } = entry;
  const asset = (name: string) => escapeHtml(addresses.file(name, file));
  const home = escapeHtml(addresses.page(contentsFile, file));
  const source = asset(file);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escapeHtml(summary)}">
<title>${escapeHtml(file === contentsFile ? title : `${title} · Gatehouse documentation`)}</title>
<link rel="icon" href="${asset(assets.mark)}" type="image/svg+xml">
${workspace === undefined ? '' : `<script src="${asset(assets.theme)}"></script>\n`}<link rel="stylesheet" href="${asset(assets.style)}">
<link rel="alternate" type="text/markdown" href="${source}">
<script defer src="${asset(assets.script)}"></script>
</head>
<body>
<a class="skip" href="#page">Skip to content</a>
<header>
<button class="menu" type="button" popovertarget="contents" aria-label="Contents"></button>
<a class="home" href="${home}"><img src="${asset(assets.mark)}" alt="" width="20" height="20">Gatehouse <span>docs</span></a>
<search>
<input id="search" type="search" placeholder="Search" aria-label="Search the documentation" autocomplete="off" spellcheck="false" data-index="${asset(assets.searchIndex)}" data-root="${addresses.root(file)}">
<div id="results" hidden></div>
</search>
${workspace === undefined ? '' : `<a class="workspace" href="${workspace}">Workspace</a>`}
</header>
<div class="columns">
<nav id="contents" popover aria-label="Contents">
${kinds.map((kind, index) => renderKind(kind, index, { file, addresses })).join('\n')}
</nav>
<main id="page" tabindex="-1">
<article>
${page.html}
${workspace === undefined ? '' : renderTryIt(file)}
</article>
<footer>
${renderNeighbours(neighbours, file, addresses)}
<p><a href="${source}">View as Markdown</a></p>
</footer>
</main>
${renderOutline(page.headings)}
</div>
</body>
</html>
`;
}

/** Renders a section of the contents. It is open if it contains the current page, and on the contents page if it is the first. */
function renderKind(kind: Kind, index: number, { file, addresses }: { file: string; addresses: Addresses }): string {
  const { title, pages } = kind;
  const isOpen = file === contentsFile ? index === 0 : allPages([kind]).some((page) => page.file === file);
  const items = pages.map((page) => renderEntry(page, file, addresses));
  return `<details${isOpen ? ' open' : ''}>\n<summary>${escapeHtml(title)}</summary>\n<ul>\n${items.join('\n')}\n</ul>\n</details>`;
}

/** Renders an entry of the contents. Its subpages are shown only if the current page is the entry or one of them. */
function renderEntry(page: PageEntry, current: string, addresses: Addresses): string {
  const isCurrent = page.file === current;
  const link = `<a href="${escapeHtml(addresses.page(page.file, current))}"${isCurrent ? ' aria-current="page"' : ''}>${escapeHtml(page.title)}</a>`;
  const isOpen = isCurrent || page.pages.some(({ file }) => file === current);
  if (!isOpen || page.pages.length === 0) return `<li>${link}</li>`;
  return `<li>${link}\n<ul>\n${page.pages.map((one) => renderEntry(one, current, addresses)).join('\n')}\n</ul></li>`;
}

function renderNeighbours({ previous, next }: LayoutOptions['neighbours'], current: string, addresses: Addresses): string {
  const link = (page: PageEntry | undefined, rel: string, word: string) =>
    page === undefined
      ? ''
      : `<a rel="${rel}" href="${escapeHtml(addresses.page(page.file, current))}"><span>${word}</span> ${escapeHtml(page.title)}</a>`;
  return `<div class="neighbours">${link(previous, 'prev', 'Previous')}${link(next, 'next', 'Next')}</div>`;
}

const outlined = 3;

/** Links to the headings of a page with at least three. */
function renderOutline(headings: readonly Heading[]): string {
  const parts = headings.filter(({ depth }) => depth === 2 || depth === 3);
  if (parts.length < outlined) return '';
  const items = parts.map(({ depth, anchor, text }) => `<li class="depth-${depth}"><a href="#${anchor}">${escapeHtml(text)}</a></li>`);
  return `<aside aria-label="On this page"><h2>On this page</h2>\n<ul>\n${items.join('\n')}\n</ul></aside>`;
}

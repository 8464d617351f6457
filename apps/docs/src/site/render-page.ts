import path from 'node:path';
import { Marked, type Token, type Tokens } from 'marked';
import type { Addresses } from './addresses.ts';
import { createAnchors } from './anchors.ts';
import { escapeHtml } from './escape-html.ts';

export interface Heading {
  depth: number;
  anchor: string;
  text: string;
}

/** Text below one heading, for search. */
export interface Section {
  heading: string;
  /** Undefined for the first heading of a page. */
  anchor: string | undefined;
  text: string;
}

export interface RenderedPage {
  html: string;
  headings: Heading[];
  sections: Section[];
  /** Every link and picture, with its address as written. */
  links: string[];
}

const outward = /^(?:[a-z][a-z0-9+.-]*:|\/)/i;
const anchorTag = /^<a (?:id|name)="[\w.-]+">(?:<\/a>)?$|^<\/a>$/;
const comment = /^\s*<!--[\s\S]*?-->\s*$/;

/** Renders a page's markdown as HTML. `addresses` resolves its links. HTML in it is shown as text, except comments and named anchors. */
export function renderPage(markdown: string, file: string, addresses: Addresses): RenderedPage {
  const nameOf = createAnchors();
  const headings: Heading[] = [];
  const links: string[] = [];
  const parser = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const anchor = nameOf(plainText(tokens));
        headings.push({ depth, anchor, text: plainText(tokens) });
        const inner = this.parser.parseInline(tokens);
        if (depth === 1) return `<h1 id="${anchor}">${inner}</h1>\n`;
        return `<h${depth} id="${anchor}"><a class="anchor" href="#${anchor}">${inner}</a></h${depth}>\n`;
      },
      link({ href, tokens }) {
        links.push(href);
        const inner = this.parser.parseInline(tokens);
        if (isOutside(href, file)) return inner;
        return `<a href="${escapeHtml(resolveLink(href, file, addresses))}">${inner}</a>`;
      },
      image({ href, text }) {
        links.push(href);
        const place = path.posix.join(path.posix.dirname(file), href);
        return `<img src="${escapeHtml(addresses.file(place, file))}" alt="${escapeHtml(text)}" loading="lazy">`;
      },
      code({ text, lang = '' }) {
        const [language = ''] = lang.split(' ');
        const named = language === '' ? '' : ` data-language="${escapeHtml(language)}"`;
        return `<div class="code"><pre tabindex="0"${named}><code>${escapeHtml(text)}</code></pre></div>\n`;
      },
      table(token) {
        return `<div class="table" tabindex="0" role="group" aria-label="Table">${renderTable(token, (cell) => this.parser.parseInline(cell.tokens))}</div>\n`;
      },
      html: ({ text }) => (comment.test(text) ? '' : anchorTag.test(text.trim()) ? text : escapeHtml(text)),
    },
  });
  const html = parser.parse(markdown, { async: false });
  return { html, headings, sections: sectionsOf(parser.lexer(markdown), headings), links };
}

/**
 * True for files of the project outside its documentation, such as the README. They are not pages: GitHub links to them, and a site only
 * names them.
 */
function isOutside(href: string, file: string): boolean {
  return !href.startsWith('#') && !outward.test(href) && path.posix.join(path.posix.dirname(file), href).startsWith('..');
}

/** Resolves a link to another page. Links out of the documentation stay unchanged. */
function resolveLink(href: string, file: string, addresses: Addresses): string {
  if (href.startsWith('#') || outward.test(href)) return href;
  const [target = '', anchor] = href.split('#');
  const place = path.posix.join(path.posix.dirname(file), target);
  const address = place.endsWith('.md') ? addresses.page(place, file) : addresses.file(place, file);
  return anchor === undefined ? address : `${address}#${anchor}`;
}

function renderTable({ header, rows, align }: Tokens.Table, inner: (cell: Tokens.TableCell) => string): string {
  // An empty header cell is not a heading.
  const cellOf = (cell: Tokens.TableCell, index: number) => {
    const tag = cell.header && cell.text.trim() !== '' ? 'th' : 'td';
    // On a phone the cells of a row are stacked, each with the name of its column.
    const label = cell.header || index === 0 ? '' : (header[index]?.text ?? '');
    const named = label === '' ? '' : ` data-label="${escapeHtml(label)}"`;
    return `<${tag}${align[index] ? ` class="${align[index]}"` : ''}${named}>${inner(cell)}</${tag}>`;
  };
  const row = (cells: readonly Tokens.TableCell[]) => `<tr>${cells.map(cellOf).join('')}</tr>`;
  const isNamed = header.some(({ text }) => text.trim() !== '');
  const body = rows.map((cells) => row(cells)).join('');
  return `<table>${isNamed ? `<thead>${row(header)}</thead>` : ''}<tbody>${body}</tbody></table>`;
}

function sectionsOf(tokens: readonly Token[], headings: readonly Heading[]): Section[] {
  const sections: Section[] = [];
  let next = 0;
  for (const token of tokens) {
    if (token.type === 'heading') {
      const { text = '', anchor, depth } = headings[next++] ?? {};
      sections.push({ heading: text, anchor: depth === 1 ? undefined : anchor, text: '' });
    } else {
      const section = sections.at(-1);
      const words = plainText([token]).replaceAll(/\s+/g, ' ').trim();
      if (section && words !== '') section.text += `${section.text === '' ? '' : ' '}${words}`;
    }
  }
  return sections;
}

/** The text that a reader sees. */
function plainText(tokens: readonly Token[]): string {
  return tokens.map(wordsOf).join('');
}

function wordsOf(token: Token): string {
  switch (token.type) {
    case 'table': {
      const { header, rows } = token as Tokens.Table;
      return [header, ...rows].flatMap((cells) => cells.map((cell) => `${plainText(cell.tokens)} `)).join('');
    }
    case 'list':
      return (token as Tokens.List).items.map((item) => `${plainText(item.tokens)} `).join('');
    case 'html':
    case 'space':
      return ' ';
    case 'br':
      return ' ';
    default:
      return 'tokens' in token && token.tokens ? plainText(token.tokens) : 'text' in token ? unescapeText(String(token.text)) : '';
  }
}

/** Decodes entities, which the parser leaves in a text token without children. */
function unescapeText(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
}

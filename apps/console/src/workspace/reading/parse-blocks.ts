import type { Stretch } from '@gatehouse/domain/merge';
import { Lexer, Marked, type Token, type Tokens } from 'marked';
import type { BlockReview } from './block-review.ts';
import { childTokens } from './child-tokens.ts';
import { footnoteDefinition, footnoteReference, numberFootnotes, renderFootnotes } from './footnotes.ts';
import { renderAlert, renderTaskBox, taskBox } from './github-markdown.ts';
import { plainText } from './plain-text.ts';
import { wikiLink } from './wiki-links.ts';

/** Separate part of a text: a paragraph, a heading, a list, a table, code. */
export interface Block {
  /** HTML from marked, not sanitized yet. */
  html: string;
  /** True if its author wrote HTML in it. */
  hasHtml?: boolean;
  heading?: { depth: number; text: string; slug: string };
  code?: { text: string; language: string };
  /** Task boxes in it, and their number before it in the text. */
  tasks?: { from: number; count: number };
  /** Places in the text, with one character for each line ending. Footnotes have several. */
  source: readonly Stretch[];
  /** Set if agents' changes to it wait for a review. */
  review?: BlockReview;
}

const marked = new Marked({
  gfm: true,
  extensions: [wikiLink, footnoteReference, footnoteDefinition],
  renderer: { html: ({ text }) => withoutStyles(text), blockquote: renderAlert, checkbox: renderTaskBox },
});

/** Matches only the beginning: a search for a missing end would read the rest of the text again at each `<`. */
const openTag = /<(?:"[^"]*"|'[^']*'|[^<>'"])*/g;

/** Drops style attributes, which the browser would refuse with a message in its console. It does not make the HTML safe. */
function withoutStyles(html: string): string {
  return html
    .replaceAll(/<(\/?)style(?=[\s/>])/gi, '<$1script')
    .replaceAll(/<base(?=[\s/>])/gi, '<span')
    .replaceAll(openTag, (tag) =>
      tag.replaceAll(/\bstyle(?=\s*=)/gi, 'data-style').replaceAll(/\bdata-(?=task|wiki|alert)/gi, 'data-own-'),
    );
}

/** The blocks of a text in markdown, in their order. Throws on one that is nested too deep. */
export function parseBlocks(markdown: string): Block[] {
  const { fields, body } = splitFields(markdown);
  const slugs = new Map<string, number>();
  const all = marked.lexer(body);
  const start = oneCharacterEndings(markdown.slice(0, markdown.length - body.length)).length;
  const placeOf = placesOf(all, start);
  const { text: tokens, notes } = numberFootnotes(all);
  const blocks = countTasks([
    ...joinOpenElements(tokens).map((tokens) => blockOf(tokens, slugs, [joinPlaces(tokens.map(placeOf))])),
    ...(notes.length > 0
      ? [
          {
            html: renderFootnotes(notes, (within) => marked.parser(within)),
            hasHtml: true,
            source: notes.map(({ definition }) => placeOf(definition)),
          },
        ]
      : []),
  ]);
  const shown = blocks.filter(({ html, code }) => code !== undefined || html.trim() !== '');
  if (fields === undefined) return shown;
  return [{ html: '', code: { text: fields, language: 'yaml' }, source: [{ from: 0, to: start }] }, ...shown];
}

/** Parts of a line: words, links, code. */
export const parseInline = (line: string): Token[] => Lexer.lexInline(line, marked.defaults);

/** The text as the parser reads it. */
export const oneCharacterEndings = (text: string) => (text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text);

/** Returns a function that tells the place of each token of a text. */
function placesOf(tokens: readonly Token[], start: number): (token: Token) => Stretch {
  const places = new Map<Token, Stretch>();
  let at = start;
  for (const token of tokens) {
    places.set(token, { from: at, to: at + token.raw.length });
    at += token.raw.length;
  }
  return (token) => places.get(token) ?? { from: start, to: start };
}

const joinPlaces = (places: readonly Stretch[]): Stretch => ({ from: places[0]?.from ?? 0, to: places.at(-1)?.to ?? 0 });

/** Numbers the task boxes over the whole text, so that each can be found in its source. */
function countTasks(blocks: Block[]): Block[] {
  let from = 0;
  return blocks.map((block) => {
    const count = block.html.split(taskBox).length - 1;
    const tasks = { from, count };
    from += count;
    return count > 0 ? { ...block, tasks } : block;
  });
}

function blockOf(tokens: Token[], slugs: Map<string, number>, source: readonly Stretch[]): Block {
  const [token] = tokens;
  if (tokens.length === 1 && token?.type === 'code') {
    const { text, lang } = token as Tokens.Code;
    return { html: '', code: { text, language: (lang ?? '').split(/\s/)[0] ?? '' }, source };
  }
  const shown = { html: marked.parser(tokens), ...(hasHtml(tokens) && { hasHtml: true }), source };
  if (tokens.length > 1 || token?.type !== 'heading') return shown;
  const { depth, tokens: inline } = token as Tokens.Heading;
  const text = inline
    .map((part) => plainText(part))
    .join('')
    .trim();
  return { ...shown, heading: { depth, text, slug: slugOf(text, slugs) } };
}

const hasHtml = (tokens: readonly Token[]): boolean => tokens.some((token) => token.type === 'html' || hasHtml(childTokens(token)));

/** Slugs as in other markdown renderers, so that links to headings work here too. */
function slugOf(text: string, slugs: Map<string, number>): string {
  const slug = text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
  const before = slugs.get(slug) ?? 0;
  slugs.set(slug, before + 1);
  return before === 0 ? slug : `${slug}-${before}`;
}

/** The fields that some texts begin with, between two lines of dashes. */
export function splitFields(markdown: string): { fields?: string; body: string } {
  if (!/^---\r?\n/.test(markdown)) return { body: markdown };
  const end = /\r?\n---(?:\r?\n|$)/.exec(markdown);
  if (!end) return { body: markdown };
  const start = markdown.indexOf('\n') + 1;
  return { fields: markdown.slice(start, end.index), body: markdown.slice(end.index + end[0].length) };
}

const wrapping = 'details|div|table|section|center|ul|ol|blockquote|picture|figure';
const opening = new RegExp(`<(?:${wrapping})(?=[\\s>])`, 'gi');
const closing = new RegExp(`</(?:${wrapping})\\s*>`, 'gi');

/** Joins blocks between the two tags of an HTML element. */
function joinOpenElements(tokens: readonly Token[]): Token[][] {
  const joined: Token[][] = [];
  let open = 0;
  for (const token of tokens) {
    if (open > 0) joined.at(-1)?.push(token);
    else joined.push([token]);
    if (token.type === 'html') open = Math.max(0, open + countOf(token.raw, opening) - countOf(token.raw, closing));
  }
  return joined;
}

const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

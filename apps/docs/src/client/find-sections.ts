import type { SearchIndex } from '../site/search-index.ts';

export interface Found {
  address: string;
  /** Of the page, and of its part where that is another. */
  title: string;
  heading: string;
  /** The words around the first one that was looked for. */
  excerpt: string;
}

const maxShown = 10;
const excerptLength = 120;

/** The sections in which every word of the query begins a word, best first. */
export function findSections({ pages, sections }: SearchIndex, query: string): Found[] {
  const words = query.toLowerCase().match(/[\p{L}\p{N}_.-]+/gu) ?? [];
  if (words.length === 0) return [];
  const found = sections.flatMap(([page, anchor, heading, text]) => {
    const [address, title] = pages[page] as SearchIndex['pages'][number];
    const score = scoreOf(words, { title, heading, text });
    return score === 0 ? [] : [{ score, page, address: anchor === '' ? address : `${address}#${anchor}`, title, heading, text }];
  });
  return found
    .toSorted((one, other) => other.score - one.score || one.page - other.page)
    .slice(0, maxShown)
    .map(({ address, title, heading, text }) => ({ address, title, heading, excerpt: excerptOf(text, words) }));
}

/** A word in a heading says more than one in the text. Zero when a word is nowhere. */
function scoreOf(words: readonly string[], { title, heading, text }: { title: string; heading: string; text: string }): number {
  const places: [text: string, worth: number][] = [
    [title.toLowerCase(), heading === title ? 8 : 3],
    [heading.toLowerCase(), 6],
    [text.toLowerCase(), 1],
  ];
  let score = 0;
  for (const word of words) {
    const worth = places.reduce((sum, [place, worth]) => sum + worth * hitIn(place, word), 0);
    if (worth === 0) return 0;
    score += worth;
  }
  return score;
}

/** A whole word counts twice as much as the beginning of one. */
function hitIn(text: string, word: string): number {
  let best = 0;
  for (let at = text.indexOf(word); at >= 0 && best < 2; at = text.indexOf(word, at + 1)) {
    if (isWordPart(text[at - 1])) continue;
    best = isWordPart(text[at + word.length]) ? Math.max(best, 1) : 2;
  }
  return best;
}

function isWordPart(letter: string | undefined): boolean {
  return letter !== undefined && /[\p{L}\p{N}]/u.test(letter);
}

function excerptOf(text: string, words: readonly string[]): string {
  const folded = text.toLowerCase();
  const at = Math.max(0, words.map((word) => folded.indexOf(word)).find((place) => place >= 0) ?? 0);
  const begin = at < 40 ? 0 : text.indexOf(' ', at - 40) + 1;
  const part = text.slice(begin, begin + excerptLength);
  return `${begin > 0 ? '… ' : ''}${part}${begin + excerptLength < text.length ? ' …' : ''}`;
}

import {
  countWords,
  densestPlace,
  plainWord,
  type QuestionWord,
  rankCandidates,
  readQuestion,
  type WordCounts,
} from '@gatehouse/domain/words';
import type { SearchIndex } from '../site/search-index.ts';

export interface Found {
  address: string;
  /** Title of the page. */
  title: string;
  heading: string;
  /** Text at the place with the most words of the question. */
  excerpt: string;
}

const maxShown = 10;
const excerptLength = 120;
const lead = 40;

/**
 * Finds the sections that answer a question best, ranked like the gateway's `search` results. The last word may be incomplete. // D23.13
 */
export function findSections(index: SearchIndex, query: string): Found[] {
  const { words } = readQuestion(query);
  const begun = begunWord(query);
  const candidates = entriesOf(index).flatMap(({ counts, length }, section) => {
    const found = words.map((word, place) => countOf(counts, word, place === words.length - 1 ? begun : undefined));
    return found.some((count) => count > 0) ? [{ section, counts: found, length }] : [];
  });
  const found = words.map((_, place) => candidates.filter(({ counts }) => counts[place]! > 0).length);
  return rankCandidates(words, found, candidates)
    .slice(0, maxShown)
    .map(({ candidate }) => shown(index, candidate.section, words, begun));
}

/** The word being typed, in its normalized form. Undefined if the text does not end in a word. */
function begunWord(query: string): string | undefined {
  const last = query.split(/[^\p{L}\p{N}\p{M}]/u).at(-1)!;
  return last === '' ? undefined : plainWord(last);
}

const known = new WeakMap<SearchIndex, WordCounts[]>();

/** Counts the words of each section. Words of its heading and of its page's title count as a name. */
function entriesOf(index: SearchIndex): WordCounts[] {
  const entries = known.get(index) ?? index.sections.map((section) => entryOf(index, section));
  known.set(index, entries);
  return entries;
}

function entryOf({ pages }: SearchIndex, [page, , heading, text]: SearchIndex['sections'][number]): WordCounts {
  const [, title] = pages[page]!;
  return countWords({ name: heading, tags: heading === title ? [title] : [], texts: [text, heading === title ? '' : title] });
}

function countOf(counts: ReadonlyMap<string, number>, { term }: QuestionWord, begun: string | undefined): number {
  const own = counts.get(term) ?? 0;
  if (begun === undefined || own > 0) return own;
  let all = 0;
  for (const [word, count] of counts) if (word.startsWith(begun)) all += count;
  return all;
}

function shown({ pages, sections }: SearchIndex, section: number, words: readonly QuestionWord[], begun: string | undefined): Found {
  const [page, anchor, heading, text] = sections[section]!;
  const [address, title] = pages[page]!;
  const place = densestPlace(text, new Set(words.map(({ term }) => term)), excerptLength - lead);
  const start = place?.start ?? (begun === undefined ? 0 : Math.max(0, text.toLowerCase().indexOf(begun)));
  return { address: anchor === '' ? address : `${address}#${anchor}`, title, heading, excerpt: excerptAt(text, start) };
}

function excerptAt(text: string, at: number): string {
  const begin = at < lead ? 0 : text.indexOf(' ', at - lead) + 1;
  const part = text.slice(begin, begin + excerptLength);
  return `${begin > 0 ? '… ' : ''}${part}${begin + excerptLength < text.length ? ' …' : ''}`;
}

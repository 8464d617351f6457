import type { Section } from './render-page.ts';

/** Index for the search of a page: every section of every page. It uses tuples to stay small, because it is sent to readers. */
export interface SearchIndex {
  /** Address from the root of the site, and title. */
  pages: [address: string, title: string][];
  /** Page by its index in the list, anchor or an empty text, heading, text. */
  sections: [page: number, anchor: string, heading: string, text: string][];
}

export function makeSearchIndex(pages: readonly { address: string; title: string; sections: readonly Section[] }[]): SearchIndex {
  return {
    pages: pages.map(({ address, title }) => [address, title]),
    sections: pages.flatMap(({ sections }, page) =>
      sections.map(({ anchor = '', heading, text }): SearchIndex['sections'][number] => [page, anchor, heading, text]),
    ),
  };
}

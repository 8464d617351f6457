import { bestPartsOf, type Part } from './best-parts.ts';
import { MarkedParts, partsOf } from './marked.tsx';
import { plainExcerpt } from './plain-excerpt.ts';

export interface ExcerptProps {
  text: string;
  /** True for a text that is shown without its markdown. */
  isMarkdown: boolean;
  /** Words that are marked. */
  wanted: string;
  /** True if the words are found in every form, as in answers to a question. */
  isBest?: boolean;
}

/** An excerpt with the wanted words marked. It is loaded when first shown, because it imports a parser and lists of common words. */
export function Excerpt(props: ExcerptProps) {
  return <MarkedParts parts={excerptParts(props)} />;
}

/** Parts of an excerpt. Markdown stays if only its marks have the wanted words, for example the address of a link. */
export function excerptParts({ text, isMarkdown, wanted, isBest = false }: ExcerptProps): Part[] {
  const parts = (of: string) => (isBest ? bestPartsOf(of, wanted) : partsOf(of, wanted));
  const written = parts(text);
  if (!isMarkdown) return written;
  const plain = parts(plainExcerpt(text));
  const hasFound = (found: readonly Part[]) => found.some(({ isFound }) => isFound);
  return hasFound(written) && !hasFound(plain) ? written : plain;
}

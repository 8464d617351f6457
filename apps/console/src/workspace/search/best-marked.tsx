import { bestPartsOf } from './best-parts.ts';
import { MarkedParts } from './marked.tsx';

/** A snippet with the words of a question marked. It is loaded with the first answer: it brings lists of common words. */
export function BestMarked({ text, question }: { text: string; question: string }) {
  return <MarkedParts parts={bestPartsOf(text, question)} />;
}

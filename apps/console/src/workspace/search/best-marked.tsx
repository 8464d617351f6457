import { bestPartsOf } from './best-parts.ts';
import { MarkedParts } from './marked.tsx';

/** A snippet with the words of a question marked. It is loaded only with the first answer, because it imports lists of common words. */
export function BestMarked({ text, question }: { text: string; question: string }) {
  return <MarkedParts parts={bestPartsOf(text, question)} />;
}

import { readQuestion, readWords } from '@gatehouse/domain/words';

export interface Part {
  at: number;
  part: string;
  isFound: boolean;
}

/** Splits a text at the words of a question, in every form that the gateway finds. */
export function bestPartsOf(text: string, question: string): Part[] {
  const terms = new Set(readQuestion(question).words.map(({ term }) => term));
  const parts: Part[] = [];
  let end = 0;
  const add = (from: number, to: number, isFound: boolean) => {
    if (to > from) parts.push({ at: from, part: text.slice(from, to), isFound });
    end = Math.max(end, to);
  };
  readWords(text, (word) => {
    if (!word.terms.some((term) => terms.has(term))) return;
    add(end, word.start, false);
    add(Math.max(end, word.start), word.end, true);
  });
  add(end, text.length, false);
  return parts;
}

/** First found word of a snippet with the plain words after it, as a place to open the text at. Undefined if no word is found. */
export function placeIn(snippet: string, question: string): string | undefined {
  const found = bestPartsOf(snippet, question).find(({ isFound }) => isFound);
  return found && /^[\p{L}\p{N}\p{M}_\-./]+(?: [\p{L}\p{N}\p{M}]+)*/u.exec(snippet.slice(found.at))?.[0].slice(0, 80);
}

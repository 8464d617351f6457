import { commonTerms } from './common-words.ts';
import { readWords } from './read-words.ts';

export interface QuestionWord {
  term: string;
  isPair: boolean;
}

export interface Question {
  /** Distinct words in the order of the question. Common words only if there are no others. */
  words: QuestionWord[];
  /** Parts in double quotes, which must occur literally. */
  quoted: string[];
}

/** Reads a question in plain words. A double quote without a partner is ignored. */
export function readQuestion(query: string): Question {
  const all = new Map<string, QuestionWord>();
  readWords(query, ({ terms, isPair }) => {
    for (const term of terms) all.set(term, { term, isPair });
  });
  const common = commonTerms([...all.keys()]);
  const rest = [...all.values()].filter(({ term }) => !common.has(term));
  const quoted = [...query.matchAll(/"([^"]*)"/g)].map(([, part]) => part!.trim()).filter((part) => part !== '');
  return { words: rest.length > 0 ? rest : [...all.values()], quoted };
}

import { stopwords as arabic } from '@orama/stopwords/arabic';
import { stopwords as bulgarian } from '@orama/stopwords/bulgarian';
import { stopwords as danish } from '@orama/stopwords/danish';
import { stopwords as dutch } from '@orama/stopwords/dutch';
import { stopwords as english } from '@orama/stopwords/english';
import { stopwords as finnish } from '@orama/stopwords/finnish';
import { stopwords as french } from '@orama/stopwords/french';
import { stopwords as german } from '@orama/stopwords/german';
import { stopwords as greek } from '@orama/stopwords/greek';
import { stopwords as hungarian } from '@orama/stopwords/hungarian';
import { stopwords as hindi } from '@orama/stopwords/indian';
import { stopwords as indonesian } from '@orama/stopwords/indonesian';
import { stopwords as italian } from '@orama/stopwords/italian';
import { stopwords as japanese } from '@orama/stopwords/japanese';
import { stopwords as chinese } from '@orama/stopwords/mandarin';
import { stopwords as norwegian } from '@orama/stopwords/norwegian';
import { stopwords as portuguese } from '@orama/stopwords/portuguese';
import { stopwords as romanian } from '@orama/stopwords/romanian';
import { stopwords as russian } from '@orama/stopwords/russian';
import { stopwords as spanish } from '@orama/stopwords/spanish';
import { stopwords as swedish } from '@orama/stopwords/swedish';
import { stopwords as turkish } from '@orama/stopwords/turkish';
import { stopwords as ukrainian } from '@orama/stopwords/ukrainian';
import { readWords } from './read-words.ts';

const otherLists = [
  arabic,
  bulgarian,
  chinese,
  danish,
  dutch,
  finnish,
  french,
  german,
  greek,
  hindi,
  hungarian,
  indonesian,
  italian,
  japanese,
  norwegian,
  portuguese,
  romanian,
  russian,
  spanish,
  swedish,
  turkish,
  ukrainian,
];

let languages: { english: Set<string>; others: Set<string>[] } | undefined;

/**
 * Common terms in the language of a question. The language is the one whose list has most of the words. Only one list is used: `die` and
 * `war` are common in German, but not in English. English needs one word, other languages need two.
 */
export function commonTerms(terms: readonly string[]): Set<string> {
  languages ??= { english: termsIn(english), others: otherLists.map(termsIn) };
  const commonIn = (list: Set<string>) => terms.filter((term) => list.has(term) || isLatinLetter(term));
  const commonInOthers = languages.others.map(commonIn).filter((common) => common.length >= 2);
  const [most] = [commonIn(languages.english), ...commonInOthers].sort((left, right) => right.length - left.length);
  return new Set(most);
}

/** Single letters carry no meaning, and most lists leave them out. */
function isLatinLetter(term: string): boolean {
  return /^[a-z]$/.test(term);
}

function termsIn(list: readonly string[]): Set<string> {
  const terms = new Set<string>();
  for (const entry of list) readWords(entry, (word) => word.terms.forEach((term) => terms.add(term)));
  return terms;
}

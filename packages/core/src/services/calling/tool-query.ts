import type { AccessLevel } from '@gatehouse/domain';
import { foldQuery, maxToolWords, type ToolFit, type WordCounts } from '@gatehouse/storage';

/** What somebody who searches for a tool means. */
export interface ToolQuery {
  /** Folded beginnings of the words that say what it is about. */
  words: string[];
  /** It has no other words than these: somebody knows what the tool says. */
  isTerse: boolean;
  /** What is to be done with that. */
  does: Pick<ToolFit, 'verbs' | 'mode' | 'deletes'>;
}

/** Words of a question that say nothing of what it is about. */
const stopWords = new Set(
  `a about all am an and any are as at be by can could do does doing each every for from give given has have how i if in into is it its
  let like me my need of on or our out over please should so some tell that the their them there these they this those through to up us
  using via want wants was we were what whats when where which who whom whose will with within would you your`.split(/\s+/),
);

interface Deed {
  /** As they are asked for. */
  asked: string[];
  /** As names of tools say them. */
  verbs: string[];
  mode: AccessLevel;
}

/** What can be done with nearly everything. Such a verb tells tools of one thing apart, and says nothing of the thing. */
const deeds: Record<string, Deed> = {
  create: {
    asked: ['add', 'create', 'creating', 'insert', 'make', 'new', 'open', 'post', 'register', 'start', 'write'],
    verbs: ['creat', 'add', 'post', 'new'],
    mode: 'write',
  },
  read: {
    asked: [
      'check',
      'display',
      'fetch',
      'find',
      'get',
      'getting',
      'list',
      'look',
      'lookup',
      'many',
      'read',
      'retrieve',
      'see',
      'show',
      'view',
    ],
    verbs: ['get', 'list', 'read', 'find'],
    mode: 'read',
  },
  update: {
    asked: ['change', 'changing', 'edit', 'modify', 'put', 'rename', 'replace', 'set', 'update', 'updating'],
    verbs: ['updat', 'edit', 'set', 'patch'],
    mode: 'write',
  },
  delete: { asked: ['delete', 'deleting', 'destroy', 'drop', 'erase', 'remove', 'removing'], verbs: ['delet', 'remov'], mode: 'write' },
};

const deedOf = new Map(Object.entries(deeds).flatMap(([name, { asked }]) => asked.map((word) => [word, name] as const)));

/**
 * Reads a question or some words. What is left without stop words and without verbs that fit everything is what it is about; of a query of
 * such words alone they are looked for themselves, and one of signs alone as it is.
 */
export function readToolQuery(query: string | undefined): ToolQuery {
  const folded = foldQuery(query ?? '').replaceAll(/(\p{L})['’](?:s|re|ll|ve|d|m|t)\b/gu, '$1');
  const all = (folded.match(/[\p{L}\p{N}]+/gu) ?? [folded]).filter((word) => word !== '');
  const said = all.filter((word) => !stopWords.has(word));
  const about = said.filter((word) => !deedOf.has(word));
  const words = [about, said, all].find((some) => some.length > 0) ?? [];
  const deed = said.map((word) => deedOf.get(word)).find((name) => name !== undefined);
  // A question without a verb asks what is.
  const isQuestion = /^(?:what|which|who|when|where|how (?:many|much|far|long))\b/.test(folded);
  const { verbs, mode } = deeds[deed ?? (isQuestion ? 'read' : '')] ?? { verbs: [], mode: undefined };
  return { words: [...new Set(words.map(stem))], isTerse: words.length === all.length, does: { verbs, mode, deletes: deed === 'delete' } };
}

const endings = /(?:ied|ings?|ed|ers?|es|s|e|y)$/;
const shortestStem = 4;

/** What the forms of an English word begin with alike. A shorter word stays whole: its beginning would be in every other one. */
function stem(word: string): string {
  if (!/^[a-z]+$/.test(word) || /(?:ss|us|is)$/.test(word)) return word;
  const singular = word.length === shortestStem && word.endsWith('s') ? word.slice(0, -1) : word;
  // "cities" and "city".
  if (/.{3}ies$/.test(singular)) return singular.slice(0, -'ies'.length);
  const cut = singular.replace(endings, '');
  if (cut.length < shortestStem) return singular.length > shortestStem ? singular.replace(/s$/, '') : singular;
  // "shipping" and "ship", "cancelled" and "cancel".
  return /([b-df-hj-np-rt-z])\1$/.test(cut) ? cut.slice(0, -1) : cut;
}

/** How tools are ranked: a word that few of them have says more than one that all have. */
export function fitOf({ words, does }: ToolQuery, counts: WordCounts): ToolFit {
  const found = [counts.tools0, counts.tools1, counts.tools2, counts.tools3, counts.tools4, counts.tools5, counts.tools6, counts.tools7];
  const weights = words.slice(0, maxToolWords).map((_, at) => Math.round(10 * (1 + Math.log(counts.tools / Math.max(1, found[at] ?? 1)))));
  return { ...does, weights: weights.map((weight) => Math.max(1, weight)) };
}

/** Of two words alone both have to be there, where any tool has both; else half of what the best tool has. */
export function fewestWordsOf({ words, isTerse }: ToolQuery, { maxWords }: WordCounts): number {
  const looked = Math.min(words.length, maxToolWords);
  return isTerse && looked <= 2 && maxWords === looked ? looked : Math.max(1, Math.ceil(maxWords / 2));
}

import type { AccessLevel } from '@gatehouse/domain';
import { type QuestionWord, readQuestion, readWords } from '@gatehouse/domain/words';
import { foldQuery } from '@gatehouse/storage';

/** A search for a tool. */
export interface ToolQuery {
  /** Words for the subject. Empty if the search has no words. */
  words: QuestionWord[];
  /** Folded beginnings of these words: every form of a word has one. */
  beginnings: string[];
  /** The action, if the search names one. */
  does: { verbs: readonly string[]; mode: AccessLevel | undefined; deletes: boolean };
}

interface Action {
  /** Verbs that people use for the action. */
  asked: string;
  /** Beginnings of the verbs that names of tools use for it. */
  verbs: string[];
  mode: AccessLevel;
}

/** Actions that fit nearly everything. Such a verb distinguishes tools for one subject, and carries nothing about the subject. */
const actions: Record<string, Action> = {
  create: { asked: 'add create insert make new open post register start write', verbs: ['creat', 'add', 'post', 'new'], mode: 'write' },
  read: {
    asked: 'check display fetch find get list look lookup many read retrieve see show view',
    verbs: ['get', 'list', 'read', 'find'],
    mode: 'read',
  },
  update: { asked: 'change edit modify put rename replace set update', verbs: ['updat', 'edit', 'set', 'patch'], mode: 'write' },
  delete: { asked: 'delete destroy drop erase remove', verbs: ['delet', 'remov'], mode: 'write' },
};

const actionOf = new Map(Object.entries(actions).flatMap(([name, { asked }]) => termsIn(asked).map((term) => [term, name] as const)));

/** Reads a question or some words. Verbs for an action are left out, unless the search has no other words. // D48.3 */
export function readToolQuery(query: string): ToolQuery {
  const { words: all } = readQuestion(query);
  const subject = all.filter(({ term }) => !actionOf.has(term));
  const words = subject.length > 0 ? subject : all;
  const action = termsIn(query)
    .map((term) => actionOf.get(term))
    .find((name) => name !== undefined);
  // A question without a verb asks for reading.
  const isQuestion = /^\s*(?:what|which|who|when|where|how (?:many|much|far|long))\b/i.test(query);
  const { verbs, mode } = actions[action ?? (isQuestion ? 'read' : '')] ?? { verbs: [], mode: undefined };
  const beginnings = beginningsIn(query);
  return {
    words,
    beginnings: [...new Set(words.map(({ term }) => beginnings.get(term)!))],
    does: { verbs, mode, deletes: action === 'delete' },
  };
}

function termsIn(text: string): string[] {
  const found: string[] = [];
  readWords(text, ({ terms }) => found.push(...terms));
  return found;
}

/** Folded beginning of each word. It keeps accents, as the texts of tools do. */
function beginningsIn(query: string): Map<string, string> {
  const found = new Map<string, string>();
  readWords(query, ({ terms, start, end }) => {
    const word = query.slice(start, end);
    const spelled = terms.length === 1 ? [word] : [word, ...word.split(/[_\-./]/)];
    for (const [index, term] of terms.entries()) found.set(term, beginningOf(term, foldQuery(spelled[index] ?? word)));
  });
  return found;
}

/** Stem of an English word, without an `i` in place of `y`: `citi` of `city` and `cities`. */
function beginningOf(term: string, spelled: string): string {
  const stem = term.length > 3 ? term.replace(/i$/, '') : term;
  return spelled.startsWith(stem) ? stem : spelled;
}

import { type SQL, sql } from 'drizzle-orm';
import type { Engine } from '../../query/engine.ts';

/** Maximum words of a search to look for. The rest is ignored. */
export const maxToolWords = 8;
/** Letters of a word that are compared. */
const maxWord = 24;
/** Letters of a tool's name, title and description that a search reads. */
const searchedLetters = 2000;

/** Expressions that find tools by parts of words, given as `wordValues`. */
export function toolWords({ dialect, tables: { serviceTools } }: Pick<Engine, 'dialect' | 'tables'>) {
  const place = sql.raw(dialect === 'sqlite' ? 'instr' : 'strpos');
  const searched = sql<string>`substr(${serviceTools.searchText}, 1, ${sql.raw(String(searchedLetters))})`;
  // Unlike LIKE, a comparison stays fast if a text nearly has a word at every letter.
  const hasWord = (index: number): SQL => sql`${place}(${searched}, ${sql.placeholder(`word${index}`)}) > 0`;
  return { searched, hasWord };
}

/** Values of folded words for the expressions of `toolWords`. */
export function wordValues(words: readonly string[]): Record<string, string> {
  return Object.fromEntries(words.slice(0, maxToolWords).map((word, index) => [`word${index}`, word.slice(0, maxWord).toWellFormed()]));
}

import type { AccessLevel } from '@gatehouse/domain';
import { type SQL, sql } from 'drizzle-orm';
import type { Engine } from '../../engine.ts';

/** Words of a search that are looked for: of more, the first. */
export const maxToolWords = 8;

/** What distinguishes tools that have the same words. */
export interface ToolFit {
  /** Of each word: the fewer tools have it, the more. At most 1,000. */
  weights: readonly number[];
  /** Folded verbs, one of which their names may have; at most four. */
  verbs: readonly string[];
  /** The mode that they probably have. */
  mode: AccessLevel | undefined;
  /** Tools that delete are meant; otherwise they come behind others. */
  deletes: boolean;
}

/** Letters of a word that are looked for: a longer one means what it begins with. */
const maxWord = 24;

/** Verbs of names that a search may prefer. */
const maxVerbs = 4;
const inNoName = '\n';

/** Letters of a tool's name, title and description that a search looks at. */
const searchedLetters = 2000;

/** Expressions over the text by which tools are found. */
export function toolText({ dialect, tables: { serviceTools } }: Pick<Engine, 'dialect' | 'tables'>) {
  const place = sql.raw(dialect === 'sqlite' ? 'instr' : 'strpos');
  // Like LIKE, but a comparison takes a tenth of the time where a text nearly has a word at every letter.
  const has = (text: SQL, name: string): SQL => sql`${place}(${text}, ${sql.placeholder(name)}) > 0`;
  const searched = sql`substr(${serviceTools.searchText}, 1, ${sql.raw(String(searchedLetters))})`;
  return { has, hasWord: (index: number) => has(searched, `word${index}`) };
}

/** How well a tool fits words, as expressions over its columns. */
export function toolFit(engine: Pick<Engine, 'dialect' | 'tables'>) {
  const { serviceTools } = engine.tables;
  const { has, hasWord } = toolText(engine);
  /** A point for each word that fits. */
  const points = (words: number): SQL =>
    sql.join(
      Array.from({ length: words }, (_, index) => sql`(case when ${hasWord(index)} then 1 else 0 end)`),
      sql` + `,
    );
  const number = (name: string): SQL => sql`cast(${sql.placeholder(name)} as integer)`;
  const [name, title] = [sql`lower(${serviceTools.name})`, sql`lower(${serviceTools.title})`];
  const annotations = sql`cast(${serviceTools.annotations} as text)`;
  const deletes = sql`(${name} like '%delete%' or ${name} like '%remove%' or ${annotations} like '%"destructiveHint":true%' or ${annotations} like '%"destructiveHint": true%')`;
  /**
   * A word of the name says more than one of the title, and that more than one of the description. Of tools that fit alike, those come first
   * that do what a verb of the search says, then those with the shortest name: they are about the thing itself.
   */
  const rankOf = (words: number): SQL<number> => {
    const ofWord = (index: number) => {
      const fits = (text: SQL) => has(text, `word${index}`);
      return sql`${number(`weight${index}`)} * (case when ${hasWord(index)} then 5 else 0 end + case when ${fits(name)} then 5 else 0 end + case when ${fits(title)} then 2 else 0 end)`;
    };
    const verbs = sql.join(
      Array.from({ length: maxVerbs }, (_, index) => has(name, `verb${index}`)),
      sql` or `,
    );
    return sql<number>`${sql.join(
      Array.from({ length: words }, (_, index) => ofWord(index)),
      sql` + `,
    )} + case when ${verbs} then 120 else 0 end + case when ${serviceTools.mode} = ${sql.placeholder('probableMode')} then 60 else 0 end - case when ${deletes} then ${number('deletePenalty')} else 0 end - length(${serviceTools.name})`;
  };

  return { points, hasWord, rankOf };
}

/** Less than a word of a description weighs: a tool that deletes comes behind others that fit as well. */
const deletePenalty = 40;

export function fitValues(fit: ToolFit | undefined, words: number): Record<string, string | number> {
  const weights = Array.from({ length: words }, (_, index) => [`weight${index}`, fit?.weights[index] ?? 10]);
  const verbs = Array.from({ length: maxVerbs }, (_, index) => [`verb${index}`, fit?.verbs[index] ?? inNoName]);
  const penalty = fit?.deletes ? -deletePenalty : deletePenalty;
  return { ...Object.fromEntries([...weights, ...verbs]), probableMode: fit?.mode ?? '', deletePenalty: penalty };
}

export function wordValues(words: readonly string[]): Record<string, string> {
  return Object.fromEntries(words.slice(0, maxToolWords).map((word, index) => [`word${index}`, word.slice(0, maxWord).toWellFormed()]));
}

import type { AccessLevel } from '@gatehouse/domain';
import { type SQL, sql } from 'drizzle-orm';
import type { Tables } from '../../schema.ts';

/** Words of a search that are looked for; a longer one means what it begins with. */
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

/** Verbs of names that a search may prefer. */
const maxVerbs = 4;

/** How well a tool fits words, as expressions over its columns. */
export function toolFit({ serviceTools }: Pick<Tables, 'serviceTools'>) {
  /** A point for each word that fits `text`. */
  const points = (text: SQL, words: number): SQL =>
    sql.join(
      Array.from(
        { length: words },
        (_, index) => sql`(case when ${text} like ${sql.placeholder(`word${index}`)} escape '\\' then 1 else 0 end)`,
      ),
      sql` + `,
    );
  const number = (name: string): SQL => sql`cast(${sql.placeholder(name)} as integer)`;
  const isLike = (text: SQL, name: string): SQL => sql`${text} like ${sql.placeholder(name)} escape '\\'`;
  const [name, title] = [sql`lower(${serviceTools.name})`, sql`lower(${serviceTools.title})`];
  const annotations = sql`cast(${serviceTools.annotations} as text)`;
  const deletes = sql`(${name} like '%delete%' or ${name} like '%remove%' or ${annotations} like '%"destructiveHint":true%' or ${annotations} like '%"destructiveHint": true%')`;
  /**
   * A word of the name says more than one of the title, and that more than one of the description. Of tools that fit alike, those come first
   * that do what a verb of the search says, then those with the shortest name: they are about the thing itself.
   */
  const rankOf = (words: number): SQL<number> => {
    const ofWord = (index: number) => {
      const fits = (text: SQL) => isLike(text, `word${index}`);
      return sql`${number(`weight${index}`)} * (case when ${fits(sql`${serviceTools.searchText}`)} then 5 else 0 end + case when ${fits(name)} then 5 else 0 end + case when ${fits(title)} then 2 else 0 end)`;
    };
    const verbs = sql.join(
      Array.from({ length: maxVerbs }, (_, index) => isLike(name, `verb${index}`)),
      sql` or `,
    );
    return sql<number>`${sql.join(
      Array.from({ length: words }, (_, index) => ofWord(index)),
      sql` + `,
    )} + case when ${verbs} then 120 else 0 end + case when ${serviceTools.mode} = ${sql.placeholder('probableMode')} then 60 else 0 end - case when ${deletes} then ${number('deletePenalty')} else 0 end - length(${serviceTools.name})`;
  };

  return { points, isLike, rankOf };
}

/** Less than a word of a description weighs: a tool that deletes comes behind others that fit as well. */
const deletePenalty = 40;

export function fitValues(fit: ToolFit | undefined, words: number): Record<string, string | number> {
  const weights = Array.from({ length: words }, (_, index) => [`weight${index}`, fit?.weights[index] ?? 10]);
  // A pattern without a letter fits no name.
  const verbs = Array.from({ length: maxVerbs }, (_, index) => [`verb${index}`, fit?.verbs[index] ? containing(fit.verbs[index]) : '']);
  const penalty = fit?.deletes ? -deletePenalty : deletePenalty;
  return { ...Object.fromEntries([...weights, ...verbs]), probableMode: fit?.mode ?? '', deletePenalty: penalty };
}

export function wordValues(words: readonly string[]): Record<string, string> {
  return Object.fromEntries(words.slice(0, maxToolWords).map((word, index) => [`word${index}`, containing(word)]));
}

function containing(words: string): string {
  return `%${words.replaceAll(/[\\%_]/g, '\\$&')}%`;
}

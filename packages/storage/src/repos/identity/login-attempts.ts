import { and, eq, gt, lte, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Op } from '../../kernel/ops.ts';
import { fillColumns } from '../../query/columns.ts';
import type { Engine } from '../../query/engine.ts';
import type { Tables } from '../../schema/schema.ts';

/** One attempt to enter a password, recorded before the check and removed if the password was right (D41). */
export type Guess = Tables['guesses']['$inferSelect'];

/** Subject by which attempts are counted. */
export type GuessedBy = 'pair' | 'email' | 'address';

export type GuessQueries = ReturnType<typeof loginAttemptQueries>;

export function loginAttemptQueries({ prepare, lockName, tables: { guesses } }: Engine) {
  /** Times of the newest attempts, newest first. */
  const newest = (name: GuessedBy, column: SQLiteColumn) =>
    prepare(`guesses_by_${name}`, (db) =>
      db
        .select({ at: guesses.at })
        .from(guesses)
        .where(and(eq(column, sql.placeholder('subject')), after))
        .orderBy(sql`${guesses.at} desc`)
        .limit(sql.placeholder('limit')),
    );
  const after: SQL = gt(guesses.at, sql.placeholder('after'));
  const newestBy = {
    pair: newest('pair', guesses.pair),
    email: newest('email', guesses.email),
    address: newest('address', guesses.address),
  };
  const insert = prepare('guess_insert', (db) => db.insert(guesses).values(fillColumns(guesses)));
  const remove = prepare('guess_delete', (db) => db.delete(guesses).where(eq(guesses.id, sql.placeholder('id'))));
  const removeOld = prepare('guess_delete_old', (db) => db.delete(guesses).where(lte(guesses.at, sql.placeholder('before'))));

  return {
    /**
     * Times of at most `most` attempts after a time, newest first. Locks the subject until the transaction ends. Lock several subjects in
     * one order, to avoid a deadlock.
     */
    *newest(by: GuessedBy, subject: Buffer, after: number, most: number): Op<number[]> {
      yield* lockName('guesses', by, subject.toString('hex'));
      return (yield* newestBy[by]({ subject, after, limit: most })).map(({ at }) => at);
    },
    *add(guess: Guess): Op<void> {
      yield* insert({ ...guess });
    },
    *remove(id: string): Op<void> {
      yield* remove({ id });
    },
    *removeOld(before: number): Op<void> {
      yield* removeOld({ before });
    },
  };
}

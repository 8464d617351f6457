import type pg from 'pg';
import { createGatherer } from './gatherer.ts';
import { holdUntilTurnEnds } from './one-write.ts';
import { createSentAhead } from './sent-ahead.ts';
import { type Settling, settleTogether } from './settle-together.ts';
import { begin, commit, connectPatiently, releasing, runOn, type Statement } from './statement.ts';

/** A statement of a program that does not wait for its answer. */
export interface Sent {
  statement: Statement;
  values: unknown[];
}

export interface Additions {
  /** Resolves when all of these statements are committed; rejects when none of them is. They only add rows. */
  add(statements: Sent[]): Promise<void>;
  /** Resolves when nothing is waiting. */
  drain(): Promise<void>;
}

interface Waiting extends Settling {
  statements: Sent[];
}

const transactionsAtOnce = 2;

/**
 * Programs that only add rows, ready in the same turn, are one transaction: one write, one wait for the disk. What reads or locks
 * in its transaction cannot be part of another's; added rows are in nobody's way.
 */
export function createAdditions(pool: pg.Pool): Additions {
  const programs = createGatherer<Waiting>(transactionsAtOnce, (gathered) =>
    settleTogether(gathered, (waiting) =>
      commitTogether(
        pool,
        waiting.flatMap(({ statements }) => statements),
      ),
    ),
  );

  return {
    add: (statements) => new Promise((resolve, reject) => programs.add({ statements, resolve, reject })),
    drain: () => programs.idle(),
  };
}

async function commitTogether(pool: pg.Pool, statements: Sent[]): Promise<void> {
  await releasing(await connectPatiently(pool), async (client) => {
    const ahead = createSentAhead();
    holdUntilTurnEnds(client);
    ahead.add(runOn(client, begin, []));
    for (const { statement, values } of statements) ahead.add(runOn(client, statement, values));
    const { command } = await runOn(client, commit, []);
    await ahead.answered();
    if (ahead.failure) throw ahead.failure.error;
    if (command === 'ROLLBACK') throw new Error('the transaction was rolled back, and no statement of it had failed');
  });
}

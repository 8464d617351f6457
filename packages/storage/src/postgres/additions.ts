import type pg from 'pg';
import type { NewActivity } from '../repos/activity.ts';
import { callRows, insertCalls } from './activity-statements.ts';
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

/** All that a program does: statements that only add rows, and its rows of the log. */
export interface Addition {
  statements: Sent[];
  calls: NewActivity[];
}

export interface Additions {
  /** Resolves when all of it is committed; rejects when nothing of it is. */
  add(addition: Addition): Promise<void>;
  /** Resolves when nothing is waiting. */
  drain(): Promise<void>;
}

type Waiting = Addition & Settling;

const transactionsAtOnce = 2;

/**
 * Programs that only add rows, ready in the same turn, are one transaction: one write, one wait for the disk. What reads or locks
 * in its transaction cannot be part of another's; added rows are in nobody's way.
 */
export function createAdditions(pool: pg.Pool): Additions {
  const programs = createGatherer<Waiting>(transactionsAtOnce, (gathered) =>
    settleTogether(gathered, (waiting) => commitTogether(pool, waiting)),
  );

  return {
    add: (addition) => new Promise((resolve, reject) => programs.add({ ...addition, resolve, reject })),
    drain: () => programs.idle(),
  };
}

async function commitTogether(pool: pg.Pool, additions: Addition[]): Promise<void> {
  const calls = additions.flatMap((addition) => addition.calls);

  await releasing(await connectPatiently(pool), async (client) => {
    const ahead = createSentAhead();
    holdUntilTurnEnds(client);
    ahead.add(runOn(client, begin, []));
    for (const { statements } of additions) for (const { statement, values } of statements) ahead.add(runOn(client, statement, values));
    if (calls.length > 0) ahead.add(runOn(client, insertCalls, [callRows(calls)]));
    const { command } = await runOn(client, commit, []);
    await ahead.answered();
    if (ahead.failure) throw ahead.failure.error;
    if (command === 'ROLLBACK') throw new Error('the transaction was rolled back, and no statement of it had failed');
  });
}

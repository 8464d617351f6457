import type pg from 'pg';
import type { NewActivity } from '../../../repos/log/logged-call.ts';
import { holdUntilTurnEnds } from '../pipeline/corked-write.ts';
import {
  begin,
  type Connections,
  canTravel,
  commit,
  connectPatiently,
  releasing,
  runOn,
  runTogether,
  type Sent,
} from '../pipeline/statement.ts';
import { callRows, insertCalls } from './activity-statements.ts';
import { createBatcher } from './batcher.ts';
import { PendingStatements } from './pending-statements.ts';
import { type Settling, settleTogether } from './settle-together.ts';

/** All writes of a program: statements that only add rows, and its rows of the log. */
export interface BatchedInsert {
  statements: Sent[];
  calls: NewActivity[];
}

export interface BatchedInserts {
  /** Resolves when everything is committed. Rejects if nothing is. */
  add(addition: BatchedInsert): Promise<void>;
  /** Resolves when nothing is waiting. */
  drain(): Promise<void>;
}

type Waiting = BatchedInsert & Settling;

const transactionsAtOnce = 2;

/**
 * Commits programs that only add rows and are ready in the same turn as one transaction: one write, one wait for the disk. Programs that
 * read or lock in their transaction cannot share one; added rows block no other program.
 */
export function createAdditions(pool: Connections): BatchedInserts {
  const programs = createBatcher<Waiting>(transactionsAtOnce, (gathered) =>
    settleTogether(gathered, (waiting) => commitTogether(pool, waiting)),
  );

  return {
    add: (addition) => new Promise((resolve, reject) => programs.add({ ...addition, resolve, reject })),
    drain: () => programs.idle(),
  };
}

/** Statements of additions, followed by one statement for all rows of the log. */
export function sentFor(additions: BatchedInsert[]): Sent[] {
  const sent = additions.flatMap(({ statements }) => statements);
  const calls = additions.flatMap((addition) => addition.calls);
  if (calls.length > 0) sent.push({ statement: insertCalls, values: [callRows(calls)] });
  return sent;
}

async function commitTogether(pool: Connections, additions: BatchedInsert[]): Promise<void> {
  const sent = sentFor(additions);
  await releasing(await connectPatiently(pool), async (client) => {
    if (!sent.every(({ statement }) => canTravel(client, statement))) return await commitOneByOne(client, sent);
    const outcome = await runTogether(client, sent);
    if ('error' in outcome) throw outcome.error;
  });
}

/** Commits on a connection that does not know all of the statements yet. */
async function commitOneByOne(client: pg.PoolClient, sent: Sent[]): Promise<void> {
  const ahead = new PendingStatements();
  holdUntilTurnEnds(client);
  ahead.add(runOn(client, begin, []));
  for (const { statement, values } of sent) ahead.add(runOn(client, statement, values));
  const committed = runOn(client, commit, []);
  ahead.add(committed);
  await ahead.answered();
  // Report the first failure. It caused the others.
  if (ahead.failure) throw ahead.failure.error;
  const { command } = await committed;
  if (command === 'ROLLBACK') throw new Error('the transaction was rolled back, but none of its statements had failed');
}

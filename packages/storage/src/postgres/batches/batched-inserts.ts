import type pg from 'pg';
import type { NewActivity } from '../../repos/log/logged-call.ts';
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

/** All that a program does: statements that only add rows, and its rows of the log. */
export interface BatchedInsert {
  statements: Sent[];
  calls: NewActivity[];
}

export interface BatchedInserts {
  /** Resolves when all of it is committed; rejects when nothing of it is. */
  add(addition: BatchedInsert): Promise<void>;
  /** Resolves when nothing is waiting. */
  drain(): Promise<void>;
}

type Waiting = BatchedInsert & Settling;

const transactionsAtOnce = 2;

/**
 * Programs that only add rows, ready in the same turn, are one transaction: one write, one wait for the disk. What reads or locks
 * in its transaction cannot be part of another's; added rows are in nobody's way.
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

/** The statements of what is added; the rows of the log are one, behind them. */
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

/** The same on a connection that does not know all of the statements yet. */
async function commitOneByOne(client: pg.PoolClient, sent: Sent[]): Promise<void> {
  const ahead = new PendingStatements();
  holdUntilTurnEnds(client);
  ahead.add(runOn(client, begin, []));
  for (const { statement, values } of sent) ahead.add(runOn(client, statement, values));
  const committed = runOn(client, commit, []);
  ahead.add(committed);
  await ahead.answered();
  // The first that failed says why the others did.
  if (ahead.failure) throw ahead.failure.error;
  const { command } = await committed;
  if (command === 'ROLLBACK') throw new Error('the transaction was rolled back, and no statement of it had failed');
}

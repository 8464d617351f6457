import { ask, type Op } from '../../kernel/ops.ts';
import type { Answer, Statement } from './pipeline/statement.ts';
import { asSession } from './session.ts';

/** Counts the changes of this process that are not committed yet. A change that waits for a connection has no transaction. */
export function createRunningChanges(clock: () => number = () => performance.now()) {
  // Reused places: a set with constant insertions and deletions would keep garbage alive.
  const begun: number[] = [];
  const free: number[] = [];

  return {
    begin(): number {
      const place = free.pop() ?? begun.length;
      begun[place] = clock();
      return place;
    },
    end(place: number): void {
      begun[place] = Number.POSITIVE_INFINITY;
      free.push(place);
    },
    /** Age of the oldest running change in milliseconds. 0 if there is none. */
    oldestMs(): number {
      let oldest = Number.POSITIVE_INFINITY;
      for (const time of begun) oldest = Math.min(oldest, time);
      return oldest === Number.POSITIVE_INFINITY ? 0 : Math.ceil(clock() - oldest);
    },
  };
}

/** Transactions of all gateways on this database, and of other programs with the same user. */
const oldest: Statement = {
  name: 'oldest_transaction',
  text: `select coalesce(ceil(max(extract(epoch from clock_timestamp() - xact_start)) * 1000), 0)::bigint from pg_stat_activity
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid() and xact_start is not null`,
  kind: 'reads',
};

/** Age of the oldest open transaction in milliseconds, by the clock of the database. 0 if there is none. */
export function* oldestTransactionMs(): Op<number> {
  const { rows } = yield* ask<Answer>((session) => asSession(session).run(oldest, []));
  return Number(rows[0]?.[0] ?? 0);
}

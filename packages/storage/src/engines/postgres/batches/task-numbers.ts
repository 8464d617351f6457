import { ask, type Op } from '../../../kernel/ops.ts';
import { arrayValue } from '../pipeline/array-value.ts';
import { isConnectionFault } from '../pipeline/faults.ts';
import { numberIn, textIn } from '../pipeline/row-values.ts';
import { type Row, runAlone, type Statement } from '../pipeline/statement.ts';
import type { Pools } from '../pool/pools.ts';
import { asSession } from '../session.ts';
import { createBatcher } from './batcher.ts';

interface Asked {
  orgId: string;
  resolve: (number: number) => void;
  reject: (error: unknown) => void;
}

const statementsAtOnce = 1;

/**
 * Next task number of an organization (D26), with one statement for all tasks created in the same turn. The statement commits on its own:
 * counting in the caller's transaction would block the organization's other tasks until its end. If the task is then not created, its
 * number stays unused.
 */
export function postgresTaskNumbers({ numbers, calls }: Pick<Pools, 'numbers' | 'calls'>): (orgId: string) => Op<number> {
  const tasks = createBatcher<Asked>(statementsAtOnce, async (asked) => {
    const ofOrganizations = [...Map.groupBy(asked, ({ orgId }) => orgId)];
    try {
      tell(ofOrganizations, (await numbers.run(countTasks, valuesFor(ofOrganizations))).rows);
    } catch (error) {
      if (isConnectionFault(error)) for (const { reject } of asked) reject(error);
      // One of the organizations is locked for longer. Only its own tasks wait for the lock.
      else void Promise.all(ofOrganizations.map(countAlone));
    }
  });

  async function countAlone(one: [string, Asked[]]): Promise<void> {
    try {
      tell([one], (await runAlone(calls, countTasks, valuesFor([one]))).rows);
    } catch (error) {
      for (const { reject } of one[1]) reject(error);
    }
  }

  return (orgId) =>
    ask((session) => asSession(session).runApartOnce(() => new Promise((resolve, reject) => tasks.add({ orgId, resolve, reject }))));
}

function valuesFor(ofOrganizations: [string, Asked[]][]): [ids: string, counts: string] {
  return [arrayValue(ofOrganizations.map(([id]) => id)), arrayValue(ofOrganizations.map(([, asked]) => asked.length))];
}

/** Returns the numbers. A row has the organization and the last of its numbers. */
function tell(ofOrganizations: [string, Asked[]][], rows: Row[]): void {
  const lasts = new Map(rows.map(([orgId, last]) => [textIn(orgId), numberIn(last)]));
  for (const [orgId, asked] of ofOrganizations) {
    const last = lasts.get(orgId);
    asked.forEach(({ resolve, reject }, index) =>
      last === undefined ? reject(new Error(`no organization ${orgId} to number a task in`)) : resolve(last - asked.length + 1 + index),
    );
  }
}

/** Locks organizations in order, so that two processes do not wait for each other. */
const countTasks: Statement = {
  name: 'organizations_count_tasks',
  text: `with wanted as materialized (
      select o.id, asked.tasks from organizations o join unnest($1::text[], $2::int[]) as asked(id, tasks) using (id)
      order by o.id for no key update of o
    )
    update organizations o set task_count = o.task_count + wanted.tasks from wanted where o.id = wanted.id returning o.id, o.task_count`,
};

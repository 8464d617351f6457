import { sumSubjects } from '../../repos/log/activity-sums.ts';
import type { Findings } from '../problem.ts';
import type { Snapshot } from '../snapshot.ts';

const columnOf = { personId: 'person_id', agentId: 'agent_id', keyId: 'key_id' } as const;
const bucket = 'org_id, subject, span, start, entrance, outcome';

interface WrongSum {
  org_id: string;
  subject: string;
  span: number;
  start: number;
  outcome: string;
  logged: number;
  summed: number;
}

/** Compares the sums of the log with the log itself, within the rows that were counted and kept (D44). */
export async function* checkActivitySums(snapshot: Snapshot): Findings {
  if (!(await snapshot.hasTable('activity_sums'))) return;
  const [position] = await snapshot.rows<{ activity_id: number; kept_since: number }>(
    "select activity_id, kept_since from activity_position where name = 'sums'",
  );
  const { activity_id: through, kept_since: since } = position ?? { activity_id: 0, kept_since: 0 };
  const [old] = await snapshot.rows<{ count: number }>('select count(*) as count from activity_sums where start + span <= $1', [
    since ?? 0,
  ]);
  if (old?.count) yield { check: 'activity', message: `sums that are older than the kept part of the log: ${old.count}` };
  const differing = `select * from (
    select ${bucket}, sum(logged) as logged, sum(summed) as summed from (
      ${sumSubjects.flatMap(({ column, spans }) => spans.map((span) => loggedSums(column, span))).join(' union all ')}
      union all select ${bucket}, 0, calls from activity_sums
    ) as both_sums where start >= $2 group by ${bucket}
  ) as compared where logged <> summed`;
  for await (const rows of snapshot.pages<WrongSum>(differing, [through ?? 0, since ?? 0])) {
    for (const { org_id, subject, span, start, outcome, logged, summed } of rows) {
      const of = subject === '' ? org_id : subject;
      yield {
        check: 'activity',
        message: `calls of ${of} from ${start} for ${span} ms, ${outcome}: ${summed} are counted, ${logged} logged`,
      };
    }
    yield rows.length;
  }
}

/** Recomputes the sums of `countStatement` in activity-sums.ts over all counted rows. */
function loggedSums(column: (typeof sumSubjects)[number]['column'], span: number): string {
  const subject = column ? columnOf[column] : "''";
  const isOfKey = column === 'keyId' ? 'and agent_id is not null' : '';
  return `select org_id, ${subject} as subject, ${span} as span, at / ${span} * ${span} as start, entrance, outcome, count as logged, 0 as summed
    from activity where id <= $1 and org_id <> '' and ${subject} is not null ${isOfKey}`;
}

import { sqliteTables } from '../../schema/schema.ts';
import type { Findings } from '../problem.ts';
import { countOf, type Snapshot } from '../snapshot.ts';
import { columnRules } from './column-rules.ts';

/** Rows that cannot come from an answered call. */
const implausible = {
  'have no number': 'id < 1',
  'represent no call': 'count < 1 or (count > 1 and folded_minute is null)',
  'are folded into another minute, or are not refusals':
    "folded_minute <> at / 60000 or (folded_minute is not null and outcome <> 'rate_limited' and org_id <> '')",
  'have a status that does not match their outcome': "(outcome = 'ok') <> (status = 200)",
  'succeeded but have the reason of an error': "outcome = 'ok' and reason <> 'replayed'",
  'name no tool or no request':
    "request_id = '' or (outcome = 'ok' and tool = '') or duration_micros < 0 or argument_bytes < 0 or result_bytes < 0",
  'belong to no organization': "org_id <> '' and org_id not in (select id from organizations)",
  'name a person who does not exist': 'person_id is not null and (org_id, person_id) not in (select org_id, id from people)',
  // Folded calls of visitors, who belong to no organization, and of sessions have another identifier in place of a key.
  'name a key that belongs to another agent': `agent_id is not null and key_id is null or key_id is not null and
    not (folded_minute is not null and agent_id is null and (org_id = '' or entrance = 'console')) and
    (agent_id is null or person_id is null or (org_id, key_id, agent_id, person_id) not in (select org_id, id, agent_id, person_id from keys))`,
  'name an item without its type, or a type without an item': '(item_type is null) <> (item_id is null)',
  'name a service without a connection, or a tool without a service':
    '(service is null) <> (connection_id is null) or (service is null and (service_tool is not null or service_micros is not null)) or service_micros < 0',
};

/** Rows in the wrong monthly partition, which queries do not search. */
const misplaced = { 'are in another month than their time': 'minute <> at / 60000' };

/** Numbers of rows read at a time. The table is in their order. */
const numbersAtOnce = 100_000;

export async function* checkActivity(snapshot: Snapshot): Findings {
  const hasMonths = snapshot.dialect === 'postgres' && (await snapshot.hasTable('activity_other'));
  const ofColumns = Object.entries(columnRules(snapshot.dialect, sqliteTables.activity)).map(([fault, when]) => [
    `say that ${fault}`,
    when,
  ]);
  const faults = { ...Object.fromEntries(ofColumns), ...implausible, ...(hasMonths && misplaced) };
  const counts = Object.values(faults).map((condition, index) => `count(*) filter (where ${condition}) as "${index}"`);
  const found = Object.keys(faults).map(() => 0);
  for (
    let from = await lowestNumber(snapshot, Number.MIN_SAFE_INTEGER);
    from !== null;
    from = await lowestNumber(snapshot, from + numbersAtOnce)
  ) {
    const [part] = await snapshot.rows<Record<string, number>>(
      `select count(*) as rows, ${counts.join(', ')} from activity t where id >= $1 and id < $2`,
      [from, from + numbersAtOnce],
    );
    for (const index of found.keys()) found[index] = (found[index] ?? 0) + (part?.[index] ?? 0);
    yield part?.rows ?? 0;
  }
  for (const [index, what] of Object.keys(faults).entries()) {
    if (found[index]) yield { check: 'activity', message: `rows of the activity log that ${what}: ${found[index]}` };
  }
  const twice = await countOf(
    snapshot,
    `select count(*) as count from (select 1 from activity where folded_minute is not null
     group by key_id, folded_minute having count(*) > 1) as repeated`,
  );
  if (twice > 0) yield { check: 'activity', message: `calls of one key and minute that are in more than one row: ${twice}` };
}

async function lowestNumber(snapshot: Snapshot, from: number): Promise<number | null> {
  const rows = await snapshot.rows<{ lowest: number | null }>('select min(id) as lowest from activity where id >= $1', [from]);
  return rows[0]?.lowest ?? null;
}

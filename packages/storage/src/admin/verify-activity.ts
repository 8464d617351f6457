import type { Findings } from './problem.ts';
import { countOf, type Snapshot } from './snapshot.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Rows that no answered call can have left. */
const implausible = {
  'have a time before 2020 or in the future': 'at < 1577836800000 or at > $1',
  'stand for no call': 'count < 1 or (count > 1 and folded_minute is null)',
  'have a status that their outcome does not have': "(outcome = 'ok') <> (status = 200)",
  'name no tool or no request': "request_id = '' or duration_micros < 0 or argument_bytes < 0 or result_bytes < 0",
  'belong to no organization': "org_id <> '' and org_id not in (select id from organizations)",
};

/** Rows that are not looked for where they are: a month's part of the log has those of its minutes. */
const misplaced = { 'lie in another month than their time': 'minute <> at / 60000' };

/** Numbers of rows, which are in the order of the table. */
const numbersAtOnce = 100_000;

export async function* checkActivity(snapshot: Snapshot): Findings {
  const hasMonths = snapshot.dialect === 'postgres' && (await snapshot.hasTable('activity_other'));
  const faults = { ...implausible, ...(hasMonths && misplaced) };
  const counts = Object.values(faults).map((condition, index) => `count(*) filter (where ${condition}) as "${index}"`);
  const found = Object.keys(faults).map(() => 0);
  for (let from = await lowestNumber(snapshot, 0); from !== null; from = await lowestNumber(snapshot, from + numbersAtOnce)) {
    const [part] = await snapshot.rows<Record<string, number>>(
      `select count(*) as rows, ${counts.join(', ')} from activity where id >= $2 and id < $3`,
      [Date.now() + dayMs, from, from + numbersAtOnce],
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
  if (twice > 0) yield { check: 'activity', message: `refusals of one key and minute that are in more than one row: ${twice}` };
}

async function lowestNumber(snapshot: Snapshot, from: number): Promise<number | null> {
  const rows = await snapshot.rows<{ lowest: number | null }>('select min(id) as lowest from activity where id >= $1', [from]);
  return rows[0]?.lowest ?? null;
}

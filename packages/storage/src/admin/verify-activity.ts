import type Database from 'better-sqlite3';
import type { Problem } from './verify.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Rows that no answered call can have left. */
const implausible = {
  'have a time before 2020 or in the future': 'at < 1577836800000 or at > :latest',
  'stand for no call': 'count < 1 or (count > 1 and folded_minute is null)',
  'have a status that their outcome does not have': "(outcome = 'ok') <> (status = 200)",
  'name no tool or no request': "request_id = '' or duration_micros < 0 or argument_bytes < 0 or result_bytes < 0",
  'belong to no organization': "org_id <> '' and not exists (select 1 from organizations o where o.id = org_id)",
};

export function* checkActivity(connection: Database.Database): Generator<Problem | number> {
  for (const [what, condition] of Object.entries(implausible)) {
    const statement = connection.prepare(`select count(*) from activity where ${condition}`).pluck();
    const count = (condition.includes(':latest') ? statement.get({ latest: Date.now() + dayMs }) : statement.get()) as number;
    if (count > 0) yield { check: 'activity', message: `rows of the activity log that ${what}: ${count}` };
    yield 1;
  }
}

import { getTableColumns } from 'drizzle-orm';
import type { Activity, NewActivity } from '../../../repos/log/logged-call.ts';
import { postgresTables } from '../../../schema/schema.ts';
import type { Statement } from '../pipeline/statement.ts';

export type ActivityValues = Omit<Activity, 'id'>;

/** Columns that a statement fills, by property. */
const columns = Object.entries(getTableColumns(postgresTables.activity)).filter(([property]) => property !== 'id');
const names = columns.map(([, column]) => column.name).join(', ');
const record = columns.map(([property, column]) => `"${property}" ${column.getSQLType()}`).join(', ');
const fields = columns.map(([property]) => `r."${property}"`).join(', ');
/** Minute of a time. It selects the monthly partition of the log that a row belongs to. */
export const minuteOf = (at: string): string => `${at} / 60000`;
const into = `insert into activity (${names}, minute)`;
const fromJson = `${into} select ${fields}, ${minuteOf('r."at"')} from json_to_recordset($1) as r (${record})`;
/** Lets the commit of this statement return before it is on disk. // D14.1 */
const withoutWaiting = "cross join (select set_config('synchronous_commit', 'off', true)) as commit_setting";

/** Inserts rows of calls from a single value. That is cheaper to build than a value for each column, even for one row. */
export const insertCalls: Statement = { name: 'activity_insert', text: fromJson, kind: 'adds' };

/** Statement for calls that changed nothing. */
export const insertReads: Statement = { name: 'activity_insert_reads', text: `${fromJson} ${withoutWaiting}` };

/** Rows that are searched: far more than can arrive after a connection was lost, and still few. */
const recentRows = 100_000;

/** Statement for rows that may have been sent before. It skips rows that already exist. */
export const insertMissingCalls: Statement = {
  name: 'activity_insert_missing',
  text: `${fromJson} where not exists (
    select 1 from activity as known where known.org_id = r."orgId" and known.minute = ${minuteOf('r."at"')} and known.request_id = r."requestId"
      and known.id > (select last_value from activity_id_seq) - ${recentRows})`,
};

export const foldMany: Statement = {
  name: 'activity_fold_many',
  text: `${fromJson} ${withoutWaiting} on conflict (key_id, minute) where folded_minute is not null do update set count = activity.count + excluded.count`,
};

/** Value for `insertCalls`. */
export function callRows(rows: NewActivity[]): string {
  return manyRows(rows.map((row) => ({ ...row, count: 1, foldedMinute: null })));
}

export function manyRows(rows: ActivityValues[]): string {
  const json = JSON.stringify(rows);
  return mayNotStore.test(json) ? JSON.stringify(rows, (_, value: unknown) => storable(value)) : json;
}

/** Makes a text storable: Postgres takes neither U+0000 nor half of a surrogate pair, and clients choose their names freely. */
function storable<T>(value: T): T {
  return typeof value === 'string' ? (value.toWellFormed().replaceAll('\0', '\ufffd') as T) : value;
}

const mayNotStore = /\\u(?:0000|d[89a-f])/;

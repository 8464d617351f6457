import { codeOf, minuteMs } from '@gatehouse/domain';
import type pg from 'pg';
import { inTransaction } from '../pipeline/in-transaction.ts';
import { missingRelations } from '../pipeline/missing-relations.ts';

/** A calendar month (UTC) with the partition of the log for its rows. Bounds are minutes since the epoch; `until` is exclusive. */
export interface ActivityMonth {
  table: string;
  from: number;
  until: number;
}

/** Months made in advance, after the current one. */
const monthsAhead = 2;
const lockPatienceMs = 500;
const lockNotAvailable = '55P03';

/** Month of a time in milliseconds, moved by `shift` months. */
export function monthOf(at: number, shift = 0): ActivityMonth {
  const date = new Date(at);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + shift];
  const [from, until] = [Date.UTC(year, month), Date.UTC(year, month + 1)];
  const [yearName = '', monthName = ''] = new Date(from).toISOString().split('-');
  return { table: `activity_${yearName}_${monthName}`, from: from / minuteMs, until: until / minuteMs };
}

/**
 * Creates the missing monthly partitions from the month of `from` to the second month after that of `to`, and returns their names. Calls
 * continue meanwhile. Months with rows that were written without a partition are left as they are. Rejects if the log is locked for longer
 * than half a second, or if this user cannot create tables. Writing rows needs neither.
 */
export async function makeActivityMonths(client: pg.ClientBase, { from, to }: { from: number; to: number }): Promise<string[]> {
  const made: string[] = [];
  for (const month of await missingMonths(client, monthsBetween(from, to))) {
    if (await makeMonth(client, month)) made.push(month.table);
  }
  return made;
}

function monthsBetween(from: number, to: number): ActivityMonth[] {
  const months: ActivityMonth[] = [];
  const last = monthOf(to, monthsAhead);
  for (let month = monthOf(from); month.from <= last.from; month = monthOf(from, months.length)) months.push(month);
  return months;
}

async function missingMonths(client: pg.ClientBase, months: ActivityMonth[]): Promise<ActivityMonth[]> {
  const missing = await missingRelations(
    client,
    months.map(({ table }) => table),
  );
  return months.filter(({ table }) => missing.includes(table));
}

/**
 * Creates a table on its own and then attaches it, so that others can read and write the log. Creating it as a partition would wait for all
 * readers and writers. Attaching locks only the new table and the table of rows without a month.
 */
async function makeMonth(client: pg.ClientBase, month: ActivityMonth): Promise<boolean> {
  const { table, from, until } = month;
  return await inTransaction(client, async () => {
    await client.query("select pg_advisory_xact_lock(hashtextextended('gatehouse activity months', 0))");
    await waitBriefly(client);
    const { rows } = await client.query('select 1 from activity_other where minute >= $1 and minute < $2 limit 1', [from, until]);
    if (rows.length > 0 || (await missingMonths(client, [month])).length === 0) return false;
    await client.query(`create table ${table} (like activity including defaults including indexes)`);
    await client.query(`alter table activity attach partition ${table} for values from (${from}) to (${until})`);
    return true;
  });
}

/**
 * Removes months with only rows older than `before`, but never the newest row, and returns their names. The whole log is locked for an
 * instant. If a long read prevents the lock for half a second, the months stay until another time.
 */
export async function dropActivityMonths(client: pg.ClientBase, before: number): Promise<string[]> {
  const { rows: parts } = await client.query<{ table: string }>(
    `select c.relname as table from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'activity'::regclass order by 1`,
  );
  const dropped: string[] = [];
  for (const { table } of parts) {
    const [, year, month] = /^activity_(\d+)_(\d\d)$/.exec(table) ?? [];
    if (year === undefined || Date.UTC(Number(year), Number(month)) > before) continue;
    const { rows: newest } = await client.query(
      `select coalesce((select max(id) from ${table}) = (select max(id) from activity), false) as here`,
    );
    if (newest[0].here) continue;
    try {
      await inTransaction(client, async () => {
        await waitBriefly(client);
        await client.query(`drop table if exists ${table}`);
      });
    } catch (error) {
      if (codeOf(error) === lockNotAvailable) return dropped;
      throw error;
    }
    dropped.push(table);
  }
  return dropped;
}

/** Limits the wait for locks: a waiting lock request on the log blocks every later one. */
async function waitBriefly(client: pg.ClientBase): Promise<void> {
  await client.query(`set local lock_timeout = ${lockPatienceMs}`);
}

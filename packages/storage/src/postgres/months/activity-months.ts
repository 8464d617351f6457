import { minuteMs } from '@gatehouse/domain';
import type pg from 'pg';
import { codeOf } from '../../error-parts.ts';
import { inTransaction } from '../pipeline/in-transaction.ts';
import { missingRelations } from '../pipeline/missing-relations.ts';

/** A calendar month (UTC) as the part of the log that holds its rows. Bounds are minutes since the epoch, `until` is outside. */
export interface ActivityMonth {
  table: string;
  from: number;
  until: number;
}

/** The current month and those made ahead of it. */
const monthsAhead = 2;
const lockPatienceMs = 500;
const lockNotAvailable = '55P03';

/** The month of a time in milliseconds; `shift` counts months from there. */
export function monthOf(at: number, shift = 0): ActivityMonth {
  const date = new Date(at);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + shift];
  const [from, until] = [Date.UTC(year, month), Date.UTC(year, month + 1)];
  const [yearName = '', monthName = ''] = new Date(from).toISOString().split('-');
  return { table: `activity_${yearName}_${monthName}`, from: from / minuteMs, until: until / minuteMs };
}

/**
 * Makes the months from that of `from` to the second one behind that of `to` where they are not there yet, and tells which. Calls
 * go on meanwhile. Months of which there are rows already, written while there was no part for them, stay where they are.
 * Rejects when the log is locked for longer than half a second, or when this user may make no tables; rows need neither.
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
 * Made by itself and then attached, which lets others read and write the log; a table made as a part of it would wait for all of
 * them. Attaching locks only the new table and that of rows without a month.
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
 * Removes the months all of whose rows are older than `before`, but never the newest row, and tells which. The whole log is locked
 * for an instant; where that cannot be had within half a second, because somebody reads it for long, they stay until another time.
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

/** Who waits for a lock on the log is waited for by everybody behind: rather another time. */
async function waitBriefly(client: pg.ClientBase): Promise<void> {
  await client.query(`set local lock_timeout = ${lockPatienceMs}`);
}

import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** What every call may write: its row, its place in the limit, and that the key was used. */
const ofEveryCall = new Set(['activity', 'call_slots']);

/** Every row of a data directory that only a tool that writes may change. */
export function dumpTables(folder: string): Record<string, unknown[]> {
  const database = new DatabaseSync(path.join(folder, 'gatehouse.db'), { readOnly: true });
  const tables = database.prepare("select name from sqlite_schema where type = 'table' and sql like '% strict'").all();
  const dump = tables
    .map(({ name }) => String(name))
    .filter((name) => !ofEveryCall.has(name))
    .map((name) => [name, database.prepare(`select * from ${name}`).all().map(withoutLastUse)]);
  database.close();
  return Object.fromEntries(dump);
}

function withoutLastUse({ last_used_at: _, ...row }: Record<string, unknown>): object {
  return row;
}

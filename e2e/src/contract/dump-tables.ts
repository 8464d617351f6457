import { givenEngine, postgresEngine } from '../kit/engines.ts';

/**
 * Tables that every call may write: its row, its slot in the limit, the readers of a skill, and the search index, which is updated in the
 * background.
 */
const ofEveryCall = /^(?:activity|call_slots|search_(?:stale|waiting|words|counts)|skill_loads)/;

/** Names of the tables. Postgres stores the log in a table for each month. The search index of SQLite has no ordinary table. */
const tableNames =
  givenEngine === postgresEngine
    ? "select relname as name from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace"
    : "select name from sqlite_schema where type = 'table' and sql like '% strict'";

/** Every row of a data directory's database that only a tool that writes may change. */
export async function dumpTables(folder: string): Promise<Record<string, string[]>> {
  const dump: Record<string, string[]> = {};
  for (const { name } of await givenEngine.query(folder, tableNames)) {
    if (ofEveryCall.test(String(name))) continue;
    const rows = await givenEngine.query(folder, `select * from ${name}`);
    // On Postgres, a written row goes to the end, even if only its last use has changed.
    dump[String(name)] = rows.map((row) => JSON.stringify(withoutLastUse(row))).toSorted();
  }
  return dump;
}

function withoutLastUse({ last_used_at: _, ...row }: Record<string, unknown>): object {
  return row;
}

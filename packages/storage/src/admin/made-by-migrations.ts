import type { Migration } from '../migrate.ts';
import type { Problem } from './problem.ts';

/** The tables and indexes that these migrations leave behind. */
export function namesMadeBy(migrations: Migration[]): Set<string> {
  const names = new Set<string>();
  for (const { sql } of migrations) {
    for (const [, dropped] of sql.matchAll(/^drop (?:table|index) (\w+)/gm)) names.delete(dropped as string);
    for (const [, made] of sql.matchAll(/^create (?:virtual |unique )?(?:table|index) (\w+)/gm)) names.add(made as string);
  }
  return names;
}

/** What a database lacks that still needs these: tables and indexes, and columns as `table.column`. */
export function comingWith(pending: Migration[]): Set<string> {
  const columns = pending.flatMap(({ sql }) => [...sql.matchAll(/^alter table (\w+) add column (\w+)/gm)]);
  return new Set([...namesMadeBy(pending), ...columns.map(([, table, column]) => `${table}.${column}`)]);
}

export function* describePending(pending: Migration[]): Generator<Problem> {
  if (pending.length === 0) return;
  const message = `${pending.length} migrations are missing, from ${pending[0]?.name} on: run "gatehouse migrate"`;
  yield { check: 'migrations', message };
}

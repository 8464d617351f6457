import { describeChanged, type Migration, type MigrationState } from '../migrate.ts';
import type { Problem } from './problem.ts';

/** Tables and indexes that exist after these migrations. */
export function namesMadeBy(migrations: Migration[]): Set<string> {
  const names = new Set<string>();
  for (const { sql } of migrations) {
    for (const [, dropped = ''] of sql.matchAll(/^drop (?:table|index) (\w+)/gm)) names.delete(dropped);
    for (const [, made = ''] of sql.matchAll(/^create (?:virtual |unique |unlogged )?(?:table|index) (\w+)/gm)) names.add(made);
  }
  return names;
}

/** Parts that a database lacks until these migrations run: tables and indexes, and columns as `table.column`. */
export function comingWith(pending: Migration[]): Set<string> {
  const columns = pending.flatMap(({ sql }) => [...sql.matchAll(/^alter table (\w+) (?:add column|rename column \w+ to) (\w+)/gm)]);
  return new Set([...namesMadeBy(pending), ...columns.map(([, table, column]) => `${table}.${column}`)]);
}

/** Reports differences between a database and the shipped migrations. Rows that a changed migration made may still be valid. */
export function* describeMigrations({ pending, changed }: MigrationState): Generator<Problem> {
  if (pending.length > 0) {
    const message = `${pending.length} migrations are missing, from ${pending[0]?.name} on: run "gatehouse migrate"`;
    yield { check: 'migrations', message };
  }
  if (changed.length > 0) yield { check: 'migrations', message: `${describeChanged(changed)}: open it with the version that wrote it` };
}

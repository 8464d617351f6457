import type pg from 'pg';
import { appliedToPostgres } from '../engines/postgres/migrate.ts';
import { connectAlone } from '../engines/postgres/pipeline/connect.ts';
import { readerOf } from '../engines/postgres/pipeline/execution.ts';
import { missingRelations } from '../engines/postgres/pipeline/missing-relations.ts';
import { compareMigrations, type MigrationState, readMigrations, refuseNewer } from '../migrate.ts';
import { comingWith, describeMigrations, namesMadeBy } from './made-by-migrations.ts';
import type { Problem } from './problem.ts';
import type { Snapshot, SnapshotValue } from './snapshot.ts';
import { UnreadableDatabase } from './unreadable-database.ts';

export async function openPostgresSnapshot(url: string): Promise<Snapshot> {
  const client = await connectAlone(url, 'verify');
  try {
    const migrations = compareMigrations(readMigrations('postgres'), await appliedToPostgres(client));
    refuseNewer(migrations.unknown);
    if (migrations.applied.length === 0)
      throw new UnreadableDatabase(`the Postgres database ${client.database} does not contain a workspace`);
    await client.query('begin isolation level repeatable read read only');
    // All rows are read, so a plan that is fast for the first rows is slower in total.
    await client.query('set local cursor_tuple_fraction = 1');
    return snapshotOn(client, comingWith(migrations.pending), () => checkStructure(client, migrations));
  } catch (error) {
    await client.end();
    throw error;
  }
}

function snapshotOn(client: pg.Client, coming: ReadonlySet<string>, structure: () => AsyncGenerator<Problem>): Snapshot {
  let cursors = 0;

  async function rowsOf<Row>(text: string, values: SnapshotValue[] = []): Promise<Row[]> {
    return (await client.query({ text, values, types: asInSqlite as pg.CustomTypesConfig })).rows as Row[];
  }

  return {
    dialect: 'postgres',
    coming,
    async *pages<Row>(sql: string, values: SnapshotValue[] = [], rowsAtOnce = 200) {
      const cursor = `page_${++cursors}`;
      await rowsOf(`declare ${cursor} no scroll cursor for ${sql}`, values);
      let isLast = false;
      while (!isLast) {
        const page = await rowsOf<Row>(`fetch ${rowsAtOnce} from ${cursor}`);
        isLast = page.length < rowsAtOnce;
        if (page.length > 0) yield page;
      }
      await rowsOf(`close ${cursor}`);
    },
    rows: rowsOf,
    hasTable: async (name) => (await rowsOf<{ known: boolean }>('select to_regclass($1) is not null as known', [name]))[0]?.known === true,
    structure,
    async mark() {
      await client.query('savepoint checked');
    },
    recover: () =>
      client.query('rollback to savepoint checked').then(
        () => true,
        () => false,
      ),
    async release() {
      await client.query('commit');
    },
    async close() {
      await client.end();
    },
  };
}

const asInSqlite = { getTypeParser: readerOf };

/** Checks tables, indexes and sequences. Postgres itself finds torn pages while reading, if the cluster has data checksums. */
async function* checkStructure(client: pg.Client, migrations: MigrationState): AsyncGenerator<Problem> {
  const missing = await missingRelations(client, namesMadeBy(migrations.applied));
  for (const name of missing) yield { check: 'structure', message: `${name} does not exist` };
  const { rows: invalid } = await client.query(
    `select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relnamespace = current_schema()::regnamespace and not i.indisvalid`,
  );
  for (const { name } of invalid)
    yield { check: 'structure', message: `the index ${name} is not valid: "reindex index ${name}" rebuilds it` };
  if (missing.length === 0) yield* checkSequences(client);
  yield* describeMigrations(migrations);
}

/** Finds sequences that are lower than the highest number in use. They would give out numbers twice. */
async function* checkSequences(client: pg.Client): AsyncGenerator<Problem> {
  for (const [sequence, highest] of [
    ['activity_id_seq', 'select max(id) from activity'],
    ['search_rows', 'select max(search_row) from search_entries'],
  ]) {
    const { rows } = await client.query(`select last_value < coalesce((${highest}), 0) as behind from ${sequence}`);
    if (rows[0].behind)
      yield { check: 'structure', message: `the sequence ${sequence} is behind: select setval('${sequence}', (${highest}))` };
  }
}

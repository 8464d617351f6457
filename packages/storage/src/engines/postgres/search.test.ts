import type { LiteralMatch } from '@gatehouse/domain';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAsync } from '../../kernel/ops.ts';
import { type Migration, readMigrations } from '../../migrate.ts';
import type { SearchHit } from '../../search/search.ts';
import { createMigratedDatabase, createTestDatabase, postgresMissing, type TestDatabase } from '../../testing/index.ts';
import { acme, owner } from '../../testing/sample-rows.ts';
import { postgresEngine } from './engine.ts';
import { migratePostgres } from './migrate.ts';
import type { Statement } from './pipeline/statement.ts';
import { postgresSearch } from './search.ts';
import { openPostgres } from './store.ts';

const search = postgresSearch(postgresEngine());

interface Plan {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Plan[];
}

interface Question {
  query: string;
  match: LiteralMatch;
}

interface Looked {
  hits: SearchHit[];
  /** Rows that all statements read from tables and indexes. */
  rows: number;
  /** Pages of tables and indexes that were read, with repetitions. */
  pages: number;
}

/** Rare and common words, one and two characters, a part of many words, and a word that no text has. */
const phrases = ['zebra', 'giraffe', 'note', 'plan', 'the plan of', 'e', 'qj', 'j', '漢', 'tag3', 'w12 w3', 'nowhere'];
/** Words: in one text, in several, with a common word, and with a word that no text has. */
const words = ['plan the', 'giraffe zebra', 'tag3 giraffe', 'note qj', 'e j', '漢 w1 w2', 'note nowhere'];
const questions: Question[] = [
  ...phrases.map((query) => ({ query, match: 'phrase' as const })),
  ...words.map((query) => ({ query, match: 'words' as const })),
];
const own = 1500;

describe.skipIf(postgresMissing() !== undefined)('search on Postgres', () => {
  let database: TestDatabase;
  let connection: pg.Client & AsyncDisposable;

  beforeAll(async () => {
    database = await createMigratedDatabase();
    connection = await database.connect();
    await connection.query(documentsOf(`'${acme.id}'`, own));
  });
  afterAll(async () => {
    await connection[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  it('reads no additional row with 7,000 documents of 50 other organizations', () => compare(7_000));

  it('reads no additional row with 70,000 documents of 50 other organizations', { tags: 'nightly' }, () => compare(70_000));

  it('finds the same in a database from an earlier version, and later changes', async () => {
    await using old = await createTestDatabase();
    const migrations = readMigrations('postgres');
    await migratePostgres(old.url, until(migrations, '0005_search_by_organization.sql'));
    await old.run(
      `insert into search_entries values (nextval('search_rows'), E'\\u0002old plan\\u0003\\u0003', '', E'a zebra\\u0003\\u0003')`,
    );
    await old.run(itemsOf(`(select '${acme.id}' as org, 1 as row) as one`));
    const store = await openPostgres({ url: old.url });
    const find = (query: string) => store.read(() => store.search.find({ viewer: owner, query, limit: 5 }));
    expect((await find('zebra')).map(({ id }) => id)).toEqual(['doc_1']);
    await store.perform(() => store.search.remove('org_other', 1), { changes: true });
    expect(await find('zebra')).toHaveLength(1);
    await store.perform(() => store.search.remove(acme.id, 1), { changes: true });
    expect(await find('zebra')).toEqual([]);
    await store.close();
  });

  /** Searches before and after the other items exist. */
  async function compare(others: number): Promise<void> {
    // Also cleans what Postgres has not sorted into its indexes yet, which every search looks through.
    const takeStatistics = () => connection.query('vacuum analyze search_entries, items');
    await connection.query(`delete from search_entries where organization <> array['${acme.id}']`);
    await connection.query(`delete from items where org_id <> '${acme.id}'`);
    await takeStatistics();
    const alone: Looked[] = [];
    for (const question of questions) alone.push(await look(question));
    await connection.query(documentsOf(`'stranger_' || n % 50`, others));
    await takeStatistics();
    for (const [index, question] of questions.entries()) {
      const before = alone[index] as Looked;
      const { hits, rows, pages } = await look(question);
      expect({ ...question, hits }).toEqual({ ...question, hits: before.hits });
      // Fewer, where a table of so few rows was read from its beginning to its end.
      expect(rows, question.query).toBeLessThanOrEqual(before.rows);
      // An index is higher when it holds more, and what one read from its beginning may now be looked for in three.
      expect(pages, question.query).toBeLessThanOrEqual(2 * before.pages + 100);
    }
    expect(alone.filter(({ hits }) => hits.length > 0)).toHaveLength(questions.length - 2);
  }

  async function look({ query, match }: Question): Promise<Looked> {
    let rows = 0;
    let pages = 0;
    const run = async ({ text }: Statement, values: unknown[]) => {
      const explained = await connection.query(`explain (analyze, buffers, format json) ${text}`, values);
      const plan: Plan = explained.rows[0]['QUERY PLAN'][0].Plan;
      rows += rowsRead(plan);
      pages += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
      return await connection.query({ text, values, rowMode: 'array' });
    };
    const hits = await runAsync(search.find({ viewer: owner, query, match, limit: 25 }), { run });
    return { hits, rows, pages };
  }
});

function rowsRead(plan: Plan): number {
  const below = (plan.Plans ?? []).reduce((sum, one) => sum + rowsRead(one), 0);
  if (!plan['Node Type'].endsWith('Scan') || plan['Node Type'] === 'Bitmap Heap Scan') return below;
  const removed = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0);
  return below + (plan['Actual Rows'] + removed) * plan['Actual Loops'];
}

/** Many documents with their entries in the index, made by the database itself; `organization` is an expression over their number `n`. */
function documentsOf(organization: string, count: number): string {
  const when = (every: number, word: string) => `case when n % ${every} = 0 then ' ${word}' else '' end`;
  return `
    with made as materialized (select n, nextval('search_rows') as row, ${organization} as org from generate_series(1, ${count}) n),
    indexed as (insert into search_entries select array[org], row,
      E'\\u0002note ' || n || ${when(100, 'zebra')} || E'\\u0003\\u0003', E'\\u0002tag' || n % 7 || E'\\u0003\\u0003',
      'w' || n % 17 || ' w' || n % 31 || ' the plan of it' || ${when(60, 'giraffe')} || ${when(150, 'qj')} || ${when(90, '漢')} || E'\\u0003\\u0003' from made)
    ${itemsOf('made')}`;
}

/** The items of rows with `org` and `row`. */
function itemsOf(rows: string): string {
  return `insert into items (org_id, id, type, name, kind, mime_type, size_bytes, tags, is_system, is_agent_memory, version_count, last_change, search_row, created_at, updated_at)
    select org, 'doc_' || row, 'doc', 'note', 'text', 'text/markdown', 1, '[]', false, false, 1, '', row, 1, 1 from ${rows}`;
}

function until(migrations: Migration[], name: string): Migration[] {
  return migrations.slice(
    0,
    migrations.findIndex((migration) => migration.name === name),
  );
}

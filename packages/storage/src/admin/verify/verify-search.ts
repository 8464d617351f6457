import type { Findings, Problem } from '../problem.ts';
import { readJson } from '../read-json.ts';
import type { IndexedRow, LookedAtIndex } from '../searched-row.ts';
import { countOf, type Snapshot, smallValue } from '../snapshot.ts';
import { postgresIndex } from './verify-search-postgres.ts';
import { sqliteIndex } from './verify-search-sqlite.ts';
import { bodyOf } from './verify-texts.ts';

/** Checks that the index contains every item outside the trash exactly once, with its name, tags and body, and nothing more. */
export async function* checkSearch(snapshot: Snapshot): Findings {
  const index = snapshot.dialect === 'sqlite' ? sqliteIndex(!snapshot.coming.has('search_stale')) : postgresIndex;
  const pages = snapshot.pages<IndexedRow>(`
    select i.org_id, i.id, i.type, i.name, i.tags, i.search_row, i.deleted_at, ${smallValue('t.body', 'body')}, ${index.columns}
    from items i
    left join texts t on i.type = 'doc' and t.org_id = i.org_id and t.item_id = i.id
    ${index.joins}`);
  let [names, bodies] = [0, 0];
  for await (const rows of pages) {
    for (const row of rows) {
      if (row.found_name !== null) names++;
      if (row.found_body !== null) bodies++;
      const message = faultOf(index, row, (await bodyOf(snapshot, row)) ?? '') ?? (await faultOfNames(snapshot, index, row));
      if (message !== undefined) yield { check: 'search', itemId: row.id, message: `${row.id}: ${message}` };
    }
    yield rows.length;
  }
  yield* checkCount(snapshot, [index.tables.names], names);
  if (index.tables.bodies.length > 0) yield* checkCount(snapshot, index.tables.bodies, bodies);
}

function faultOf(index: LookedAtIndex, row: IndexedRow, body: string): string | undefined {
  if (row.deleted_at !== null) return row.search_row === null ? undefined : 'it is in the trash and still in the search index';
  if (row.search_row === null || row.found_name === null) return 'it is not in the search index';
  const hasBody = row.type === 'doc' && body !== '';
  if (hasBody !== (row.found_body !== null))
    return hasBody ? 'its body is not in the search index' : 'the search index has a body for it, but it has none';
  const tags = tagsOf(row);
  if (tags && !index.hasName(row, row.name, tags)) return otherNames;
  if (hasBody && !index.hasBody(row, body)) return 'the search index has another body for it';
  return undefined;
}

const otherNames = 'the search index has another name or other tags for it';

async function faultOfNames(snapshot: Snapshot, { finds }: LookedAtIndex, row: IndexedRow): Promise<string | undefined> {
  const tags = tagsOf(row);
  if (!finds || !tags || row.search_row === null) return undefined;
  return (await finds(snapshot, row, row.name, tags)) ? undefined : otherNames;
}

/** Returns undefined if the value is not a list of texts. The check of the column reports that. */
function tagsOf(row: IndexedRow): string[] | undefined {
  const tags = readJson<unknown>(row.tags);
  return Array.isArray(tags) && tags.every((tag) => typeof tag === 'string') ? tags : undefined;
}

async function* checkCount(snapshot: Snapshot, tables: readonly string[], expected: number): AsyncGenerator<Problem> {
  let count = 0;
  for (const table of tables) count += await countOf(snapshot, `select count(*) as count from ${table}`);
  if (count === expected) return;
  yield { check: 'search', message: `the search index has ${count} rows in ${tables.join(' and ')} for ${expected} items` };
}

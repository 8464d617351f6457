import type Database from 'better-sqlite3';
import { foldText } from '../fold.ts';
import type { Problem } from './verify.ts';

interface Row {
  id: string;
  type: string;
  name: string;
  search_row: number | null;
  deleted_at: number | null;
  body: string | null;
  named: number;
  indexed: number;
}

/** Every item outside the trash is in the index once, under its name and, if it has one, its body; nothing else is. */
export function* checkSearch(connection: Database.Database): Generator<Problem | number> {
  const rows = connection.prepare<[], Row>(`
    select i.id, i.type, i.name, i.search_row, i.deleted_at, t.body,
      exists (select 1 from search_names_docsize d where d.id = i.search_row) as named,
      exists (select 1 from search_bodies_docsize d where d.id = i.search_row) as indexed
    from items i left join texts t on i.type = 'doc' and t.org_id = i.org_id and t.item_id = i.id`);
  const isFound = {
    name: connection.prepare('select 1 from search_names where search_names match ? and rowid = ?'),
    body: connection.prepare('select 1 from search_bodies where search_bodies match ? and rowid = ?'),
  };
  let [done, names, bodies] = [0, 0, 0];
  for (const row of rows.iterate()) {
    names += row.named;
    bodies += row.indexed;
    const message = faultOf(row, isFound);
    if (message !== undefined) yield { check: 'search', itemId: row.id, message: `${row.id}: ${message}` };
    yield ++done;
  }
  yield* checkCount(connection, 'search_names_docsize', names);
  yield* checkCount(connection, 'search_bodies_docsize', bodies);
}

function faultOf(row: Row, isFound: Record<'name' | 'body', Database.Statement>): string | undefined {
  if (row.deleted_at !== null) return row.search_row === null ? undefined : 'it is in the trash and still in the search index';
  if (row.search_row === null || !row.named) return 'it is not in the search index';
  const hasBody = row.type === 'doc' && row.body !== null && row.body !== '';
  if (hasBody !== Boolean(row.indexed))
    return hasBody ? 'its body is not in the search index' : 'the search index has a body that it has not';
  if (!isFound.name.get(phrase('name', foldText(row.name)), row.search_row)) return 'the search index knows it by another name';
  if (hasBody && !isFound.body.get(phrase('body', sampleOf(foldText(row.body ?? ''))), row.search_row))
    return 'the search index has another body of it';
  return undefined;
}

/** Bodies are compared by how they begin and what they are in the middle. Less than a trigram cannot be asked for. */
function sampleOf(text: string): string {
  const middle = Math.floor(text.length / 2);
  return text.slice(middle, middle + 60).toWellFormed() === text.slice(middle, middle + 60)
    ? text.slice(middle, middle + 60)
    : text.slice(0, 60);
}

function phrase(column: 'name' | 'body', text: string): string {
  return `${column} : "${text.replaceAll('"', '""')}"`;
}

function* checkCount(connection: Database.Database, table: string, expected: number): Generator<Problem> {
  const count = connection.prepare(`select count(*) from ${table}`).pluck().get() as number;
  if (count !== expected) yield { check: 'search', message: `the search index has ${count} rows in ${table} for ${expected} items` };
}

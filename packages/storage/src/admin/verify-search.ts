import type Database from 'better-sqlite3';
import { indexedBody, indexedName, indexedTags } from '../search.ts';
import type { Problem } from './verify.ts';

interface Row {
  id: string;
  type: string;
  name: string;
  tags: string;
  search_row: number | null;
  deleted_at: number | null;
  body: string | null;
  named: Buffer | null;
  indexed: Buffer | null;
}

/** Every item outside the trash is in the index once, with as much text as its name, tags and body have; nothing else is. */
export function* checkSearch(connection: Database.Database): Generator<Problem | number> {
  const rows = connection.prepare<[], Row>(`
    select i.id, i.type, i.name, i.tags, i.search_row, i.deleted_at, t.body, n.sz as named, b.sz as indexed
    from items i
    left join texts t on i.type = 'doc' and t.org_id = i.org_id and t.item_id = i.id
    left join search_names_docsize n on n.id = i.search_row
    left join search_bodies_docsize b on b.id = i.search_row`);
  let [done, names, bodies] = [0, 0, 0];
  for (const row of rows.iterate()) {
    if (row.named) names++;
    if (row.indexed) bodies++;
    const message = faultOf(row);
    if (message !== undefined) yield { check: 'search', itemId: row.id, message: `${row.id}: ${message}` };
    yield ++done;
  }
  yield* checkCount(connection, 'search_names_docsize', names);
  yield* checkCount(connection, 'search_bodies_docsize', bodies);
}

function faultOf(row: Row): string | undefined {
  if (row.deleted_at !== null) return row.search_row === null ? undefined : 'it is in the trash and still in the search index';
  if (row.search_row === null || !row.named) return 'it is not in the search index';
  const hasBody = row.type === 'doc' && row.body !== null && row.body !== '';
  if (hasBody !== (row.indexed !== null))
    return hasBody ? 'its body is not in the search index' : 'the search index has a body that it has not';
  const [nameSize, tagsSize] = readSizes(row.named);
  if (nameSize !== trigramsOf(indexedName(row.name)) || tagsSize !== trigramsOf(indexedTags(JSON.parse(row.tags) as string[])))
    return 'the search index has another name or other tags of it';
  if (row.indexed && readSizes(row.indexed)[0] !== trigramsOf(indexedBody(row.body ?? '')))
    return 'the search index has another body of it';
  return undefined;
}

/** How many terms the index makes of a text: one for each three characters that follow each other. */
function trigramsOf(text: string): number {
  let characters = 0;
  for (const _ of text) characters++;
  return Math.max(0, characters - 2);
}

/** FTS5 keeps how many terms each column of a row has, as variable-length numbers with seven bits a byte. */
function readSizes(packed: Buffer): number[] {
  const sizes: number[] = [];
  let size = 0;
  for (const byte of packed) {
    size = size * 128 + (byte & 0x7f);
    if (byte & 0x80) continue;
    sizes.push(size);
    size = 0;
  }
  return sizes;
}

function* checkCount(connection: Database.Database, table: string, expected: number): Generator<Problem> {
  const count = connection.prepare(`select count(*) from ${table}`).pluck().get() as number;
  if (count !== expected) yield { check: 'search', message: `the search index has ${count} rows in ${table} for ${expected} items` };
}

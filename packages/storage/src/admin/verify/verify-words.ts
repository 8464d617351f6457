import { countWords } from '@gatehouse/domain/words';
import { ask, runAsync } from '../../kernel/ops.ts';
import { itemTexts, type TextSource } from '../../repos/workspace/item-texts.ts';
import { openManifest } from '../../repos/workspace/skills.ts';
import { writeCounts } from '../../search/words/counts-text.ts';
import type { Findings } from '../problem.ts';
import { readJson } from '../read-json.ts';
import { countOf, type Snapshot } from '../snapshot.ts';

interface WordsRow {
  org_id: string;
  id: string;
  name: string;
  /** Tags as JSON. */
  tags: string;
  manifest: string | null;
  search_row: number;
  /** Not null while the item waits for indexing. */
  waits: number | null;
  found_length: number | null;
  found_counts: string | null;
  /** Number of words on SQLite. On Postgres, 1 if the words match the counts. */
  found_words: Buffer | number | null;
}

/** Rows of a page: each has all words of an item. */
const rowsAtOnce = 50;

/**
 * Checks that every item outside the trash has its words in the index or waits for indexing. Checks that the index holds nothing more. //
 * D23.10
 */
export async function* checkWords(snapshot: Snapshot): Findings {
  if (snapshot.coming.has('search_words')) return;
  const isSqlite = snapshot.dialect === 'sqlite';
  const { columns, joins, tables } = isSqlite ? ofSqlite : ofPostgres;
  const pages = snapshot.pages<WordsRow>(
    `select i.org_id, i.id, i.name, i.tags, i.manifest, i.search_row, x.search_row as waits, ${columns}
      from items i left join search_waiting x on x.search_row = i.search_row ${joins} where i.search_row is not null`,
    [],
    rowsAtOnce,
  );
  const textsOf = textReader(snapshot);
  const counted = { waiting: 0, indexed: 0 };
  for await (const rows of pages) {
    for (const row of rows) {
      if (row.waits !== null) counted.waiting++;
      if (row.found_counts !== null) counted.indexed++;
      const message = await faultOf(row, textsOf);
      if (message !== undefined) yield { check: 'search', itemId: row.id, message: `${row.id}: ${message}` };
    }
    yield rows.length;
  }
  for (const [table, expected] of [
    ['search_waiting', counted.waiting],
    ...tables.map((table) => [table, counted.indexed] as const),
  ] as const) {
    const count = await countOf(snapshot, `select count(*) as count from ${table}`);
    if (count !== expected) yield { check: 'search', message: `${table} has ${count} rows for ${expected} items` };
  }
}

const ofSqlite = {
  columns: 'w.length as found_length, w.counts as found_counts, d.sz as found_words',
  joins: 'left join search_counts w on w.search_row = i.search_row left join search_words_docsize d on d.id = i.search_row',
  tables: ['search_counts', 'search_words_docsize'],
};
const ofPostgres = {
  columns: `w.length as found_length, w.counts as found_counts, (w.words = array(
      select hashtextextended(split_part(line, ' ', 1), 0) from unnest(string_to_array(btrim(w.counts, E'\\n'), E'\\n')) with ordinality as t(line, n)
      order by n))::int as found_words`,
  joins: 'left join search_words w on w.organization = array[i.org_id] and w.search_row = i.search_row',
  tables: ['search_words'],
};

async function faultOf(row: WordsRow, textsOf: (item: TextSource) => Promise<string[]>): Promise<string | undefined> {
  const { waits, found_length, found_counts, found_words } = row;
  if (waits !== null) return found_counts === null ? undefined : 'the search index has its words, but it still waits for indexing';
  if (found_counts === null || found_words === null) return 'its words are not in the search index';
  const tags = readJson<unknown>(row.tags);
  if (!Array.isArray(tags)) return undefined;
  const texts = await textsOf({ orgId: row.org_id, id: row.id, manifest: row.manifest });
  const { counts, length } = countWords({ name: row.name, tags, texts });
  const hasTerms = Buffer.isBuffer(found_words) ? readSize(found_words) === counts.size : found_words === 1;
  return found_length === length && found_counts === writeCounts(counts) && hasTerms
    ? undefined
    : 'the search index has other words for it';
}

/** Reads the first variable-length number, with seven bits a byte. */
function readSize(packed: Buffer): number {
  let size = 0;
  for (const byte of packed) {
    size = size * 128 + (byte & 0x7f);
    if ((byte & 0x80) === 0) break;
  }
  return size;
}

/** Reads texts as the index does, from a snapshot. The checks of versions and skills report missing bytes. */
function textReader(snapshot: Snapshot): (item: TextSource) => Promise<string[]> {
  const extracted = "select body from extracted_texts where org_id = $1 and item_id = $2 and state = 'ready'";
  const own = 'select body from texts where org_id = $1 and item_id = $2';
  const readable = snapshot.coming.has('extracted_texts') ? own : `${own} union all ${extracted}`;
  const rowsOf = <Row>(sql: string, values: string[]) => ask<Row[]>(() => snapshot.rows<Row>(sql, values));
  const textsOf = itemTexts(
    {
      *readableTexts(orgId, itemIds) {
        const found = new Map<string, string>();
        for (const id of itemIds) for (const { body } of yield* rowsOf<{ body: string }>(readable, [orgId, id])) found.set(id, body);
        return found;
      },
    },
    {
      *manifest(orgId, itemId, hash) {
        if (hash === null) return [];
        const sql = 'select packed from skill_manifests where org_id = $1 and item_id = $2 and hash = $3';
        const [row] = yield* rowsOf<{ packed: Buffer }>(sql, [orgId, itemId, hash]);
        return row ? openManifest(row.packed) : [];
      },
      *bytes(orgId, itemId, hashes) {
        const found = new Map<string, Buffer>();
        const sql = `select c.data from skill_blobs b join blob_chunks c on c.blob_id = b.blob_id
          where b.org_id = $1 and b.item_id = $2 and b.sha256 = $3 order by c.number`;
        for (const hash of hashes) {
          const pieces = yield* rowsOf<{ data: Buffer }>(sql, [orgId, itemId, hash]);
          found.set(hash, Buffer.concat(pieces.map(({ data }) => data)));
        }
        return found;
      },
    },
  );
  return async (item) => (await runAsync(textsOf(item), undefined)).map(({ text }) => text);
}

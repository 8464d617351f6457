import { indexedText } from '../../engines/sqlite/indexed-text.ts';
import { indexedBody, indexedName, indexedTags } from '../../search/search.ts';
import type { LookedAtIndex } from '../searched-row.ts';

/** Index on SQLite. It holds no text, but keeps the number of terms of each column of a row. Missing bodies are noted with their size. */
export function sqliteIndex(hasStale: boolean): LookedAtIndex {
  return {
    columns: `n.sz as found_name, n.sz as found_tags, ${hasStale ? 'coalesce(s.bytes, b.sz)' : 'b.sz'} as found_body`,
    joins: `left join search_names_docsize n on n.id = i.search_row
      left join search_bodies_docsize b on b.id = i.search_row
      ${hasStale ? 'left join search_stale s on s.search_row = i.search_row' : ''}`,
    hasName({ found_name }, name, tags) {
      const [nameSize, tagsSize] = readSizes(found_name as Buffer);
      return nameSize === trigramsOf(indexedName(name)) && tagsSize === trigramsOf(indexedTags(tags));
    },
    async finds(snapshot, { search_row }, name, tags) {
      const tagged = tags.length === 0 ? '' : ` AND tags : ${phraseOf(indexedTags(tags))}`;
      const sql = 'select 1 as found from search_names where rowid = $1 and search_names match $2';
      return (await snapshot.rows(sql, [search_row as number, `name : ${phraseOf(indexedName(name))}${tagged}`])).length > 0;
    },
    hasBody({ found_body }, body) {
      if (Buffer.isBuffer(found_body)) return readSizes(found_body)[0] === trigramsOf(indexedBody(body));
      return Number(found_body) === Buffer.byteLength(body);
    },
    tables: { names: 'search_names_docsize', bodies: hasStale ? ['search_bodies_docsize', 'search_stale'] : ['search_bodies_docsize'] },
  };
}

function phraseOf(text: string): string {
  return `"${indexedText(text).replaceAll('"', '""')}"`;
}

/** Number of terms that the index makes of a text: one for every three consecutive characters. */
function trigramsOf(text: string): number {
  let characters = 0;
  for (const _ of indexedText(text)) characters++;
  return Math.max(0, characters - 2);
}

/** Reads variable-length numbers with seven bits a byte. */
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

import type Database from 'better-sqlite3';
import type { Place } from '../../search/search.ts';
import { indexedText } from './indexed-text.ts';
import { foundRows, listedRows, type NewestRows, rowsOfAny } from './newest-rows.ts';
import type { Table } from './search-statements.ts';
import type { RowRange, StaleBodies } from './stale-bodies.ts';

const trigram = 3;
/** Maximum occurrences for a lookup of a short query. A more common one is found by reading the newest items. */
const rareOccurrences = 5000;

/** Finds rows in the trigram index, and among the bodies that it lacks. */
export function createRowFinder(connection: Database.Database, stale: StaleBodies) {
  const rowsOfTable = (table: Table) => ({
    matching: connection.prepare<unknown[], number>(rowsSql(table)).pluck(),
    ofTerms: (columns: string) => connection.prepare<unknown[], number>(occurrencesSql(table, columns)).pluck(),
  });
  const [names, bodies] = [rowsOfTable('search_names'), rowsOfTable('search_bodies')];
  /** Columns and statements of each lookup. */
  const parts = {
    name: { columns: 'name', matching: names.matching, ofTerms: names.ofTerms("and col = 'name'") },
    tags: { columns: 'tags', matching: names.matching, ofTerms: names.ofTerms("and col = 'tags'") },
    nameAndTags: { columns: 'name tags', matching: names.matching, ofTerms: names.ofTerms('') },
    body: { columns: 'body', matching: bodies.matching, ofTerms: bodies.ofTerms('') },
  };
  const partsOf = (places: readonly Place[]) => {
    if (places.length === 1) return places.map((place) => parts[place]);
    return places.includes('body') ? [parts.nameAndTags, parts.body] : [parts.nameAndTags];
  };

  /** Finds the rows that contain a needle in one of the places. Returns undefined if the needle is short and too common for a lookup. */
  return function rowsOf(text: string, places: readonly Place[], range: RowRange): NewestRows | undefined {
    const { low, high } = range;
    const needle = indexedText(text);
    const unindexed = places.includes('body') ? stale.rowsWith([text], range) : [];
    if (isShort(needle)) {
      // One or two characters do not make a trigram: they are a range of the index's terms.
      const inParts = partsOf(places).map(({ ofTerms }) => ofTerms.all(needle, successor(needle), low, high, rareOccurrences));
      return inParts.some(({ length }) => length === rareOccurrences) ? undefined : listedRows([...inParts.flat(), ...unindexed]);
    }
    const found = partsOf(places).map(({ columns, matching }) => {
      const phrase = `{${columns}} : ${quoted(needle)}`;
      return foundRows((from, most) => matching.all(phrase, low, BigInt(from), most));
    });
    return rowsOfAny([...found, listedRows(unindexed)]);
  };
}

function occurrencesSql(table: Table, andColumn: string): string {
  const terms = { search_names: 'search_name_terms', search_bodies: 'search_body_terms' }[table];
  return `select doc from ${terms} where term >= ? and term < ? ${andColumn} and doc between ? and ? limit (select ?)`;
}

function rowsSql(table: Table): string {
  return `select rowid from ${table} where ${table} match ? and rowid between ? and ? order by rowid desc limit (select ?)`;
}

/** True if a needle is shorter than a trigram. */
export function isShort(needle: string): boolean {
  return [...needle].length < trigram;
}

/** Quotes a text as a phrase of the index's query language. */
export function quoted(needle: string): string {
  return `"${needle.replaceAll('"', '""')}"`;
}

/** Smallest string after all strings with this beginning, in the order of code points. The index never contains U+10FFFF. */
function successor(text: string): string {
  const characters = [...text];
  const last = characters.pop()?.codePointAt(0) ?? 0;
  const surrogates = { first: 0xd800, last: 0xdfff };
  const next = last + 1 === surrogates.first ? surrogates.last + 1 : last + 1;
  return characters.join('') + String.fromCodePoint(next);
}

import type Database from 'better-sqlite3';
import { foldText } from '../../kernel/folding/fold.ts';
import { indexedBody } from '../../search/search.ts';
import { indexedText } from './indexed-text.ts';

/** Maximum that a search reads outside the index, for each organization. Bodies beyond it are indexed with their change. */
export const maxStaleRows = 100;
export const maxStaleBytes = 1024 * 1024;

/** Maximum UTF-16 units of folded bodies in memory, for all organizations. */
const maxFoldedLength = 4 * 1024 * 1024;

/** Maximum that one background transaction indexes: the calls of that moment wait for it. */
const rowsAtOnce = 32;
const bytesAtOnce = 64 * 1024;

/**
 * Bodies that the index does not have yet. Writing all trigrams of a body costs more than the change itself. So the transaction of a change
 * only notes the search row, and the index catches up later: once for each item, even after many edits. The list is a table, so a killed
 * process loses no entry.
 */
export interface StaleBodies {
  /** Notes a body. Returns false if the list of its organization is full. */
  add(searchRow: number, bytes: number, range: RowRange): boolean;
  /** Removes a noted body. Returns true if it was noted. */
  remove(searchRow: number): boolean;
  /** Rows whose bodies contain all of these folded texts. */
  rowsWith(needles: readonly string[], range: RowRange): number[];
  /** Indexes some bodies, oldest first. Returns their number, and if any are left. */
  catchUp(): { rows: number; hasMore: boolean };
  isEmpty(): boolean;
}

/** Search rows of one organization. */
export interface RowRange {
  low: bigint;
  high: bigint;
}

interface StaleRow {
  row: number;
  body: string | null;
}

/** Variant that notes nothing: every body is indexed with its change. */
export function noStaleBodies(connection: Database.Database): StaleBodies {
  return { ...staleBodies(connection), add: () => false };
}

export function staleBodies(connection: Database.Database): StaleBodies {
  const insert = connection.prepare('insert or replace into search_stale (search_row, bytes) values (?, ?)');
  const remove = connection.prepare('delete from search_stale where search_row = ?');
  const size = connection.prepare<[bigint, bigint], { rows: number; bytes: number }>(
    'select count(*) as rows, coalesce(sum(bytes), 0) as bytes from search_stale where search_row between ? and ?',
  );
  const any = connection.prepare('select 1 from search_stale limit 1');
  const texts = `select s.search_row as row, t.body from search_stale s
    left join items i on i.search_row = s.search_row left join texts t on t.org_id = i.org_id and t.item_id = i.id`;
  const ofRange = connection.prepare<[bigint, bigint], StaleRow>(`${texts} where s.search_row between ? and ?`);
  const oldest = connection.prepare<[number], StaleRow>(`${texts} order by s.search_row limit (select ?)`);
  const index = connection.prepare('insert into search_bodies (rowid, body) values (?, ?)');
  const foldedBodies = new Map<number, { body: string; folded: string }>();
  let foldedLength = 0;

  /** Folds a body and caches the result for the same body: a row can return with another one after a rollback. */
  function foldedBody({ row, body }: { row: number; body: string }): string {
    const known = foldedBodies.get(row);
    if (known?.body === body) return known.folded;
    const folded = foldText(body);
    // Rows that another process has indexed are never removed individually.
    if (foldedLength > maxFoldedLength) forgetFolded();
    foldedLength += folded.length;
    foldedBodies.set(row, { body, folded });
    return folded;
  }

  function forgetFolded(): void {
    foldedBodies.clear();
    foldedLength = 0;
  }

  return {
    add(searchRow, bytes, { low, high }) {
      const { rows, bytes: noted } = size.get(low, high) as { rows: number; bytes: number };
      if (rows >= maxStaleRows || noted + bytes > maxStaleBytes) return false;
      insert.run(BigInt(searchRow), bytes);
      return true;
    },
    remove(searchRow) {
      foldedBodies.delete(searchRow);
      return remove.run(BigInt(searchRow)).changes > 0;
    },
    rowsWith(needles, { low, high }) {
      const found: number[] = [];
      for (const { row, body } of ofRange.all(low, high)) {
        if (body === null) continue;
        const folded = foldedBody({ row, body });
        if (needles.every((needle) => folded.includes(needle))) found.push(row);
      }
      return found;
    },
    catchUp() {
      let bytes = 0;
      let rows = 0;
      for (const { row, body } of oldest.all(rowsAtOnce)) {
        if (body !== null && body !== '') index.run(BigInt(row), indexedText(indexedBody(body)));
        remove.run(BigInt(row));
        foldedBodies.delete(row);
        rows++;
        bytes += body?.length ?? 0;
        if (bytes >= bytesAtOnce) break;
      }
      return { rows, hasMore: any.get() !== undefined };
    },
    isEmpty: () => any.get() === undefined,
  };
}

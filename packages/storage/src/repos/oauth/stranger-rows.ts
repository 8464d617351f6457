import { and, asc, desc, eq, lte, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Op } from '../../kernel/ops.ts';
import { fillColumns } from '../../query/columns.ts';
import type { Engine } from '../../query/engine.ts';
import type { Tables } from '../../schema/schema.ts';

/** Data that an unknown client stored. The content is in the table of its kind, under the same identifier. */
export type StrangerRow = Tables['strangerRows']['$inferSelect'];

/** The networks that it came from, as SHA-256. */
export type StrangerNetworks = Pick<StrangerRow, 'wide' | 'middle' | 'narrow'>;

export interface StrangerUse {
  rows: number;
  bytes: number;
}

export type StrangerRowQueries = ReturnType<typeof strangerRowQueries>;

const used = { rows: sql<number>`count(*)`, bytes: sql<number>`coalesce(sum(bytes), 0)` };

export function strangerRowQueries({ prepare, lockName, tables: { strangerRows } }: Engine) {
  const { id, kind, wide, middle, narrow, createdAt, expiresAt } = strangerRows;
  const ofKind = eq(kind, sql.placeholder('kind'));
  const ofWide = and(ofKind, eq(wide, sql.placeholder('wide')));
  const ofMiddle = and(ofWide, eq(middle, sql.placeholder('middle')));
  const ofNarrow = and(ofMiddle, eq(narrow, sql.placeholder('narrow')));
  const useOf = (name: string, condition: SQL | undefined) =>
    prepare(`stranger_rows_of_${name}`, (db) => db.select(used).from(strangerRows).where(condition));
  /** The network with the most rows. */
  const mostOf = (name: string, column: SQLiteColumn, condition: SQL | undefined) =>
    prepare(`stranger_rows_most_of_${name}`, (db) =>
      db.select({ network: column }).from(strangerRows).where(condition).groupBy(column).orderBy(desc(sql`count(*)`), asc(column)).limit(1),
    );
  const insert = prepare('stranger_row_insert', (db) => db.insert(strangerRows).values(fillColumns(strangerRows)));
  const isThis = eq(id, sql.placeholder('id'));
  const find = prepare('stranger_row', (db) => db.select({ id }).from(strangerRows).where(isThis));
  const remove = prepare('stranger_row_remove', (db) => db.delete(strangerRows).where(isThis));
  const removeOld = prepare('stranger_rows_remove_old', (db) => db.delete(strangerRows).where(lte(expiresAt, sql.placeholder('before'))));
  const kinds = prepare('stranger_rows_of_kinds', (db) =>
    db
      .select({ kind, ...used })
      .from(strangerRows)
      .groupBy(kind),
  );
  const [inWide, inMiddle, inNarrow] = [useOf('wide', ofWide), useOf('middle', ofMiddle), useOf('narrow', ofNarrow)];
  const maxWide = mostOf('wide', wide, ofKind);
  const maxMiddle = mostOf('middle', middle, ofWide);
  const maxNarrow = mostOf('narrow', narrow, ofMiddle);
  const oldest = prepare('stranger_rows_oldest', (db) =>
    db.select({ id }).from(strangerRows).where(ofNarrow).orderBy(asc(createdAt), asc(id)).limit(1),
  );

  return {
    /** Lets only this transaction count the data of unknown clients until it ends. */
    *hold(): Op<void> {
      yield* lockName('stranger_rows');
    },
    /** Use by all of each kind. */
    *kinds(): Op<(StrangerUse & Pick<StrangerRow, 'kind'>)[]> {
      return (yield* kinds({})).map(({ kind, rows, bytes }) => ({ kind, rows: Number(rows), bytes: Number(bytes) }));
    },
    /** Use of a kind by each of these networks, from wide to narrow. */
    *ofNetworks(kind: string, networks: StrangerNetworks): Op<StrangerUse[]> {
      const found: StrangerUse[] = [];
      for (const query of [inWide, inMiddle, inNarrow]) {
        const [use] = yield* query({ kind, ...networks });
        found.push({ rows: Number(use?.rows ?? 0), bytes: Number(use?.bytes ?? 0) });
      }
      return found;
    },
    /** Finds the oldest row of a kind from the holder with the most rows in the given networks. */
    *oldestOfMost(kind: string, within: Partial<StrangerNetworks>): Op<string | undefined> {
      const wide = within.wide ?? (yield* maxWide({ kind }))[0]?.network;
      const middle = within.middle ?? (yield* maxMiddle({ kind, wide }))[0]?.network;
      const narrow = within.narrow ?? (yield* maxNarrow({ kind, wide, middle }))[0]?.network;
      return (yield* oldest({ kind, wide, middle, narrow }))[0]?.id;
    },
    *isKept(id: string): Op<boolean> {
      return (yield* find({ id })).length > 0;
    },
    *create(row: StrangerRow): Op<void> {
      yield* insert({ ...row });
    },
    *remove(id: string): Op<void> {
      yield* remove({ id });
    },
    /** Removes rows that have expired at a time. */
    *removeOld(before: number): Op<void> {
      yield* removeOld({ before });
    },
  };
}

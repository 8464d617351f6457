import { and, eq, gt, sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import { given } from '../../query/engine.ts';
import type { CopyEnd } from './copy-end.ts';

export interface IndexedItem {
  orgId: string;
  id: string;
  searchRow: number | null;
  name: string;
  tags: string[];
  type: string;
}

export interface SearchAccess {
  count(): Op<number>;
  /** Indexed items in the order of their last update, after one item. */
  read(after: number, limit: number): Op<IndexedItem[]>;
  /** The row at a place in that order. */
  rowAt(place: number): Op<number>;
  body(item: IndexedItem): Op<string>;
  /** Indexes an item as the newest of its organization. */
  index(item: IndexedItem, body: string): Op<void>;
}

export function searchAccess({ engine, search }: CopyEnd): SearchAccess {
  const { items, texts } = engine.tables;
  const indexed = sql`${items.searchRow} is not null`;
  const fields = { orgId: items.orgId, id: items.id, searchRow: items.searchRow, name: items.name, tags: items.tags, type: items.type };
  const count = engine.prepare('copy_count_indexed', (db) => db.select({ count: sql<number>`count(*)` }).from(items).where(indexed));
  const page = engine.prepare('copy_read_indexed', (db) =>
    db
      .select(fields)
      .from(items)
      .where(gt(items.searchRow, sql.placeholder('after')))
      .orderBy(items.searchRow)
      .limit(sql.placeholder('limit')),
  );
  const rowAt = engine.prepare('copy_indexed_at', (db) =>
    db.select({ row: items.searchRow }).from(items).where(indexed).orderBy(items.searchRow).limit(1).offset(sql.placeholder('place')),
  );
  const body = engine.prepare('copy_body', (db) =>
    db
      .select({ body: texts.body })
      .from(texts)
      .where(and(eq(texts.orgId, sql.placeholder('orgId')), eq(texts.itemId, sql.placeholder('id')))),
  );
  const setRow = engine.prepare('copy_set_search_row', (db) =>
    db
      .update(items)
      .set({ searchRow: given(items.searchRow, 'searchRow') })
      .where(and(eq(items.orgId, sql.placeholder('orgId')), eq(items.id, sql.placeholder('id')))),
  );
  return {
    *count() {
      return (yield* count({}))[0]?.count ?? 0;
    },
    read: (after, limit) => page({ after, limit }),
    *rowAt(place) {
      return (yield* rowAt({ place }))[0]?.row ?? 0;
    },
    *body({ type, orgId, id }) {
      return type === 'doc' ? ((yield* body({ orgId, id }))[0]?.body ?? '') : '';
    },
    *index({ orgId, id, name, tags }, text) {
      const searchRow = yield* search.nextRow(orgId);
      yield* search.put({ orgId, searchRow, name, tags, body: text });
      yield* setRow({ orgId, id, searchRow });
    },
  };
}

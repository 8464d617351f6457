import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import { pickColumns } from '../../query/columns.ts';
import { type Engine, partsOf, queryVariants, scalar } from '../../query/engine.ts';
import { viewerValues, visibleItem } from '../../query/visibility.ts';
import type { Item } from '../../repos/workspace/items.ts';
import type { Tables } from '../../schema/schema.ts';
import type { WordScope } from './word-index.ts';

const indexedColumns = ['orgId', 'id', 'type', 'name', 'tags', 'manifest', 'searchRow', 'sizeBytes', 'sha256', 'folderId'] as const;

/** An item with the sources of its words. */
export type IndexedItem = Pick<Item, (typeof indexedColumns)[number]> & {
  /** Changes with the item's extracted text (D75). Null if there is none. */
  extracted: string | null;
};

/** Queries for items by their search rows. */
export function rowQueries(engine: Engine) {
  const { prepare, dialect, lockRow, tables } = engine;
  const { items, extractedTexts } = tables;
  const extracted = scalar<string | null>(
    sql`(select ${extractedTexts.state} || ' ' || ${extractedTexts.at} from ${extractedTexts}
      where ${extractedTexts.orgId} = ${items.orgId} and ${extractedTexts.itemId} = ${items.id})`,
  );
  const fields = { ...pickColumns(items, ...indexedColumns), extracted };
  // Read the rows first: without statistics, SQLite prefers any index of organizations, and reads all items.
  const listed =
    dialect === 'sqlite'
      ? sql`(select value as number from json_each(${sql.placeholder('rows')})) as listed`
      : sql`(select json_array_elements_text(${sql.placeholder('rows')}::json)::bigint as number) as listed`;
  const isListed = sql`${items.searchRow} = listed.number`;
  const any = prepare('words_items_by_rows', (db) => db.select(fields).from(listed).crossJoin(items).where(isListed));
  const visible = prepare('words_visible_by_rows', (db) =>
    db
      .select(fields)
      .from(listed)
      .crossJoin(items)
      .where(and(isListed, visibleItem(engine))),
  );
  const waiting = queryVariants((shape: string) => {
    const [type, folder] = partsOf<[string?, string?]>(shape);
    return prepare(`words_waiting_${shape}`, (db) =>
      db
        .select({ ...fields, isOld: sql<number | boolean>`search_waiting.is_old` })
        .from(sql.raw('search_waiting'))
        .crossJoin(items)
        .where(and(sql`${items.searchRow} = search_waiting.search_row`, visibleItem(engine), ofScope(tables, type, folder)))
        .orderBy(sql`search_waiting.is_old, search_waiting.search_row desc`)
        .limit(sql.placeholder('limit')),
    );
  });

  const rowOfItem = prepare('words_row_of_item', (db) =>
    db
      .select({ row: items.searchRow })
      .from(items)
      .where(and(eq(items.orgId, sql.placeholder('orgId')), eq(items.id, sql.placeholder('itemId')))),
  );

  return {
    /** Locks an item until the transaction ends and returns its search row. Null in the trash, undefined if the item does not exist. */
    *heldRowOf(orgId: string, itemId: string): Op<number | null | undefined> {
      yield* lockRow('items', orgId, itemId);
      return (yield* rowOfItem({ orgId, itemId }))[0]?.row;
    },
    /** Items of any organization, for background indexing. */
    ofRows: (rows: readonly number[]): Op<IndexedItem[]> => any({ rows: JSON.stringify(rows) }),
    visibleOfRows: ({ viewer }: WordScope, rows: readonly number[]): Op<IndexedItem[]> =>
      visible({ ...viewerValues(viewer), rows: JSON.stringify(rows) }),
    /** Visible items whose words are not indexed yet: new ones first, then those older than the index, the newest of each first. */
    waiting: (scope: WordScope, limit: number): Op<WaitingItem[]> =>
      waiting(shapeOf(scope))({ ...viewerValues(scope.viewer), folderId: scope.folderId, limit }),
  };
}

export type WaitingItem = IndexedItem & { isOld: number | boolean };

/** Names the conditions of a scope, except the viewer. */
export function shapeOf({ type, folderId }: Pick<WordScope, 'type' | 'folderId'>): string {
  return `${type ?? 'any'}${folderId === undefined ? '' : ' folder'}`;
}

/** Conditions of a scope in SQL. */
export function ofScope({ items }: Tables, type?: string, folder?: string): SQL | undefined {
  return and(
    type === 'any' ? undefined : sql`${items.type} = ${sql.raw(`'${type}'`)}`,
    folder === undefined ? undefined : eq(items.folderId, sql.placeholder('folderId')),
  );
}

import type { ItemType } from '@gatehouse/domain';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import { type Engine, partsOf, queryVariants } from '../../query/engine.ts';
import { type Viewer, viewerValues, visibleItem } from '../../query/visibility.ts';
import { itemFields, type VisibleItem } from './items.ts';

/** By name, without regard to upper and lower case of Latin letters, or the newest change first. */
export type BrowseSort = 'name' | 'changed';

/** An item with its place in the order of names. */
export type BrowsedItem = VisibleItem & { nameOrder: string };

export interface Browse {
  viewer: Viewer;
  /** Null for items outside of folders. */
  folderId: string | null;
  types: readonly ItemType[];
  sort: BrowseSort;
  after?: BrowsePosition | undefined;
  limit: number;
}

/** Sort key of an item, and its identifier. */
export interface BrowsePosition {
  key: string | number;
  id: string;
}

export type BrowseQueries = ReturnType<typeof browseQueries>;

/** Content of one place, in the order of an index. It reads no more than requested, however much other places hold. */
export function browseQueries({ prepare, dialect, tables }: Engine) {
  const { items } = tables;
  // Same on both engines: they fold ASCII and compare bytes.
  const nameOrder = sql<string>`lower(${items.name})`;
  const seen = visibleItem({ dialect, tables });
  const after = {
    // SQLite starts at an expression in its index only if the expression is compared alone.
    name: sql`${nameOrder} >= ${sql.placeholder('afterKey')} and (${nameOrder}, ${items.id}) > (${sql.placeholder('afterKey')}, ${sql.placeholder('afterId')})`,
    changed: sql`(${items.updatedAt}, ${items.id}) < (${sql.placeholder('afterKey')}, ${sql.placeholder('afterId')})`,
  };
  const order: Record<BrowseSort, SQL[]> = {
    name: [nameOrder, sql`${items.id}`],
    changed: [sql`${items.updatedAt} desc`, sql`${items.id} desc`],
  };
  const page = queryVariants((shape: string) => {
    const [place, type, sort, position] = partsOf<['folder' | 'root', ItemType, BrowseSort, 'after' | undefined]>(shape);
    const inPlace = place === 'root' ? isNull(items.folderId) : eq(items.folderId, sql.placeholder('folderId'));
    return prepare(`browse_${shape}`, (db) =>
      db
        .select({ ...itemFields({ dialect, tables }), nameOrder })
        .from(items)
        .where(and(seen, inPlace, eq(items.type, type), position && after[sort]))
        // Postgres uses the index for items outside of folders only if the folder is part of the order.
        .orderBy(...(place === 'root' ? [sql`${items.folderId}`, sql`${items.type}`] : []), ...order[sort])
        .limit(sql.placeholder('limit')),
    );
  });

  return {
    /** At most `limit` items of all types together, in order. Each type is a separate query, because the index is by type. */
    *list({ viewer, folderId, types, sort, after, limit }: Browse): Op<BrowsedItem[]> {
      const values = { ...viewerValues(viewer), folderId, limit, afterKey: after?.key, afterId: after?.id };
      let found: BrowsedItem[] = [];
      for (const type of types) {
        const shape = [folderId === null ? 'root' : 'folder', type, sort, ...(after ? ['after'] : [])];
        found = merge(found, yield* page(shape.join(' '))(values), comparison[sort], limit);
      }
      return found;
    },
  };
}

const comparison: Record<BrowseSort, (one: BrowsedItem, other: BrowsedItem) => number> = {
  name: (one, other) => compareBytes(one.nameOrder, other.nameOrder) || compareBytes(one.id, other.id),
  changed: (one, other) => other.updatedAt - one.updatedAt || compareBytes(other.id, one.id),
};

/** Merges two ordered lists into one of at most `limit` items. */
function merge(
  one: readonly BrowsedItem[],
  other: readonly BrowsedItem[],
  compare: (one: BrowsedItem, other: BrowsedItem) => number,
  limit: number,
): BrowsedItem[] {
  const merged: BrowsedItem[] = [];
  for (let at = 0, otherAt = 0; merged.length < limit; ) {
    const [next, otherNext] = [one[at], other[otherAt]];
    const first = next && otherNext ? (compare(next, otherNext) < 0 ? next : otherNext) : (next ?? otherNext);
    if (!first) break;
    if (first === next) at++;
    else otherAt++;
    merged.push(first);
  }
  return merged;
}

/** Compares texts as the engines do. */
function compareBytes(one: string, other: string): number {
  return one === other ? 0 : Buffer.compare(Buffer.from(one), Buffer.from(other));
}

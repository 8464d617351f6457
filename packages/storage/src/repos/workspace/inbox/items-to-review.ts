import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Op } from '../../../kernel/ops.ts';
import { type Engine, oneOf, partsOf, queryVariants } from '../../../query/engine.ts';
import { changeableItem } from '../../../query/visibility.ts';
import type { Tables } from '../../../schema/schema.ts';
import { itemFields, type VisibleItem } from '../items.ts';
import { decidableItem } from '../reviews.ts';
import {
  entriesPerLook,
  type FoundEntries,
  type InboxEntry,
  type InboxFilter,
  type InboxPosition,
  inboxValues,
  isBefore,
  isInLook,
  isShown,
  readThroughOf,
} from './inbox-filter.ts';

export type ItemToReview = VisibleItem & InboxEntry;

type Kind = 'review' | 'skill';

/** Items with changes of agents that one person should decide about: those in their top folders, and outside of folders those they created. */
export function itemsToReview(engine: Engine) {
  const { prepare, dialect, tables } = engine;
  const { items } = tables;
  const inOrg = eq(items.orgId, sql.placeholder('orgId'));
  // An agent's deletion is newer than the item's last update. The index of waiting items has this expression.
  const at: Record<Kind, SQL> = {
    review: sql`coalesce(${items.deletedAt}, ${items.updatedAt})`,
    skill: sql`${items.updatedAt}`,
  };
  const waits: Record<Kind, SQL | undefined> = {
    review: sql`${items.waitsSince} is not null`,
    skill: and(eq(items.type, 'skill'), isNull(items.deletedAt)),
  };
  const isDecidable: Record<Kind, SQL | undefined> = {
    review: decidableItem({ dialect, tables }),
    skill: and(sql`coalesce(${items.reviewedVersion}, 0) < ${items.versionCount}`, changeableItem({ dialect, tables })),
  };
  const look = queryVariants((kind: Kind) =>
    prepare(`inbox_items_look_${kind}`, (db) =>
      db
        .select({ at: sql<number>`${at[kind]}`, id: items.id })
        .from(items)
        .where(and(inOrg, waits[kind], isBefore(at[kind], items.id)))
        .orderBy(sql`${at[kind]} desc`, sql`${items.id} desc`)
        .limit(1)
        .offset(sql.placeholder('looked')),
    ),
  );
  const page = queryVariants((shape: string) => {
    const [kind, isNamed] = partsOf<[Kind, 'named'?]>(shape);
    return prepare(`inbox_items_${shape}`, (db) =>
      db
        .select({ ...itemFields({ dialect, tables }), at: sql<number>`${at[kind]}`, readThrough: readThroughOf(tables, items.id) })
        .from(items)
        .where(
          and(
            inOrg,
            // The `+` makes SQLite find named items by their identifiers, not in the index of all waiting ones.
            isNamed && kind === 'review' ? sql`+${items.waitsSince} is not null` : waits[kind],
            isNamed ? oneOf(dialect, items.id, 'ids') : isInLook(at[kind], items.id),
            isBefore(at[kind], items.id),
            isDecidable[kind],
            isTheirs(tables),
            isShown(tables, items.id, at[kind]),
          ),
        )
        .orderBy(sql`${at[kind]} desc`, sql`${items.id} desc`)
        .limit(sql.placeholder('limit')),
    );
  });

  function* through(kind: Kind, { viewer, before }: InboxFilter): Op<InboxPosition | undefined> {
    const values = { orgId: viewer.orgId, beforeAt: before.at, beforeId: before.id, looked: entriesPerLook - 1 };
    return (yield* look(kind)(values))[0];
  }

  return {
    /** Lists items with waiting changes, or skills whose newest version nobody has reviewed. */
    *itemsToReview(kind: Kind, filter: InboxFilter): Op<FoundEntries<ItemToReview>> {
      const to = filter.ids ? undefined : yield* through(kind, filter);
      return { rows: yield* page(`${kind}${filter.ids ? ' named' : ''}`)(inboxValues(filter, to)), through: to };
    },
  };
}

/**
 * Matches items in a top folder of the person, and items outside of folders that they or their agents created. Items of people who have left
 * go to owners and admins.
 */
function isTheirs({ folders, items, people, versions }: Tables): SQL {
  const personId = sql.placeholder('personId');
  const hasLeft = sql`not exists (select 1 from ${people} where ${people.orgId} = ${versions.orgId} and ${people.id} = ${versions.personId}
    and ${people.removedAt} is null)`;
  return sql`(${items.folderId} is null and exists (select 1 from ${versions} where ${versions.orgId} = ${items.orgId}
      and ${versions.itemId} = ${items.id} and ${versions.number} = 1
      and (${versions.personId} = ${personId} or ${sql.placeholder('seesAll')} = 1 and ${hasLeft}))
    or exists (select 1 from ${folders} inner join ${folders} as root on root.org_id = ${folders.orgId} and root.id = ${folders.rootId}
      where ${folders.orgId} = ${items.orgId} and ${folders.id} = ${items.folderId} and root.owner_id = ${personId}))`;
}

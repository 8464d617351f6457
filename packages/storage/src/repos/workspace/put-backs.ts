import { and, desc, eq, gt, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm';
import { fillColumns, omitColumns, setColumns, takeColumns } from '../../columns.ts';
import { type Engine, pageLimit, queryVariants } from '../../engine.ts';
import type { Op } from '../../ops.ts';
import type { Tables } from '../../schema.ts';

/** Putting back what somebody changed, and how far it is. */
export type PutBack = Tables['putBacks']['$inferSelect'];

export type PutBackItem = Omit<Tables['putBackItems']['$inferSelect'], 'orgId' | 'putBackId'>;

export interface SameName {
  folderId: string | null;
  name: string;
  beforeId: string;
  limit: number;
}

export type PutBackQueries = ReturnType<typeof putBackQueries>;

export function putBackQueries(engine: Engine) {
  return { ...putBackRows(engine), ...putBackItems(engine) };
}

function putBackRows({ prepare, lockName, tables: { putBacks } }: Engine) {
  const isThis = and(eq(putBacks.orgId, sql.placeholder('orgId')), eq(putBacks.id, sql.placeholder('id')));
  const byId = prepare('put_back_by_id', (db) => db.select().from(putBacks).where(isThis));
  const ofPerson = queryVariants((shape: 'first' | 'next') =>
    prepare(`put_backs_${shape}`, (db) =>
      db
        .select()
        .from(putBacks)
        .where(
          and(
            eq(putBacks.orgId, sql.placeholder('orgId')),
            eq(putBacks.personId, sql.placeholder('personId')),
            shape === 'next' ? lt(putBacks.id, sql.placeholder('beforeId')) : undefined,
          ),
        )
        .orderBy(desc(putBacks.id))
        .limit(pageLimit()),
    ),
  );
  const insert = prepare('put_back_insert', (db) => db.insert(putBacks).values(fillColumns(putBacks)));
  const update = prepare('put_back_update', (db) =>
    db
      .update(putBacks)
      .set(setColumns(putBacks, 'state', 'progress'))
      .where(isThis),
  );

  return {
    *find(orgId: string, id: string): Op<PutBack | undefined> {
      return (yield* byId({ orgId, id }))[0];
    },
    /** A concurrent step waits until the transaction ends. */
    *findForChange(orgId: string, id: string): Op<PutBack | undefined> {
      yield* lockName(orgId, 'put_back', id);
      return (yield* byId({ orgId, id }))[0];
    },
    /** Of one person, newest first. */
    *page(orgId: string, personId: string, limit: number, beforeId?: string): Op<PutBack[]> {
      return yield* ofPerson(beforeId === undefined ? 'first' : 'next')({ orgId, personId, limit, beforeId });
    },
    *create(putBack: PutBack): Op<void> {
      yield* insert({ ...putBack });
    },
    *update(putBack: PutBack): Op<void> {
      yield* update({ ...putBack });
    },
  };
}

function putBackItems({ prepare, tables: { putBackItems, items: workspaceItems } }: Engine) {
  const itemFields = omitColumns(putBackItems, 'orgId', 'putBackId');
  const ofPutBack = and(eq(putBackItems.orgId, sql.placeholder('orgId')), eq(putBackItems.putBackId, sql.placeholder('id')));
  const item = prepare('put_back_item', (db) =>
    db
      .select(itemFields)
      .from(putBackItems)
      .where(and(ofPutBack, eq(putBackItems.itemId, sql.placeholder('itemId')))),
  );
  const items = prepare('put_back_items', (db) =>
    db
      .select(itemFields)
      .from(putBackItems)
      .where(and(ofPutBack, gt(putBackItems.itemId, sql.placeholder('afterId'))))
      .orderBy(putBackItems.itemId)
      .limit(pageLimit()),
  );
  const nextOpen = prepare('put_back_item_next', (db) =>
    db
      .select(itemFields)
      .from(putBackItems)
      .where(and(ofPutBack, gt(putBackItems.itemId, sql.placeholder('afterId')), isNull(putBackItems.outcome)))
      .orderBy(putBackItems.itemId)
      .limit(1),
  );
  const sameName = prepare('put_back_items_same_name', (db) =>
    db
      .select({ id: workspaceItems.id })
      .from(workspaceItems)
      .where(
        and(
          eq(workspaceItems.orgId, sql.placeholder('orgId')),
          eq(workspaceItems.name, sql.placeholder('name')),
          sql`coalesce(${workspaceItems.folderId}, '') = ${sql.placeholder('folderKey')}`,
          ne(workspaceItems.type, 'doc'),
          isNotNull(workspaceItems.deletedAt),
          lt(workspaceItems.id, sql.placeholder('beforeId')),
          sql`exists (select 1 from ${putBackItems} where ${ofPutBack} and ${putBackItems.itemId} = ${workspaceItems.id} and ${putBackItems.outcome} is null)`,
        ),
      )
      .orderBy(workspaceItems.id)
      .limit(pageLimit()),
  );
  // Identifiers say what they are of, so no other entries are read.
  const earlierSkills = prepare('put_back_items_skills', (db) =>
    db
      .select({ id: putBackItems.itemId })
      .from(putBackItems)
      .where(
        and(
          ofPutBack,
          gt(putBackItems.itemId, 'skill_'),
          lt(putBackItems.itemId, sql.placeholder('beforeId')),
          isNull(putBackItems.outcome),
          sql`exists (select 1 from ${workspaceItems} where ${workspaceItems.orgId} = ${putBackItems.orgId}
            and ${workspaceItems.id} = ${putBackItems.itemId} and coalesce(${workspaceItems.folderId}, '') = ${sql.placeholder('folderKey')})`,
        ),
      )
      .orderBy(putBackItems.itemId)
      .limit(pageLimit()),
  );
  const putItem = prepare('put_back_item_put', (db) =>
    db
      .insert(putBackItems)
      .values(fillColumns(putBackItems))
      .onConflictDoUpdate({
        target: [putBackItems.orgId, putBackItems.putBackId, putBackItems.itemId],
        set: takeColumns(putBackItems, 'plan', 'outcome'),
      }),
  );

  return {
    *item({ orgId, id }: PutBack, itemId: string): Op<PutBackItem | undefined> {
      return (yield* item({ orgId, id, itemId }))[0];
    },
    /** In the order of their identifiers, behind one of them. */
    *items({ orgId, id }: Pick<PutBack, 'orgId' | 'id'>, afterId: string, limit: number): Op<PutBackItem[]> {
      return yield* items({ orgId, id, afterId, limit });
    },
    /** The next item whose turn has not come, behind an identifier. */
    *nextOpen({ orgId, id }: PutBack, afterId: string): Op<PutBackItem | undefined> {
      return (yield* nextOpen({ orgId, id, afterId }))[0];
    },
    /** Files and skills in the trash of one name in one place whose turn has not come, before an identifier; at most `limit`. */
    *sameName({ orgId, id }: PutBack, { folderId, name, beforeId, limit }: SameName): Op<string[]> {
      const found = yield* sameName({ orgId, id, name, folderKey: folderId ?? '', beforeId, limit });
      return found.map((item) => item.id);
    },
    /** Skills of one place whose turn has not come, before an identifier; at most `limit`. */
    *earlierSkills({ orgId, id }: PutBack, { folderId, beforeId, limit }: Omit<SameName, 'name'>): Op<string[]> {
      const found = yield* earlierSkills({ orgId, id, folderKey: folderId ?? '', beforeId, limit });
      return found.map((item) => item.id);
    },
    *putItem({ orgId, id }: PutBack, { itemId, plan, outcome }: PutBackItem): Op<void> {
      yield* putItem({ orgId, putBackId: id, itemId, plan, outcome });
    },
  };
}

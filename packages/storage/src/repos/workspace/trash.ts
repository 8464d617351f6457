import type { ItemType } from '@gatehouse/domain';
import { and, eq, gte, isNull, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import { type Db, type Engine, queryVariants } from '../../query/engine.ts';
import { changeableTrash, type Viewer, viewerValues, visibleTrash } from '../../query/visibility.ts';
import { type FoundItem, foundFields, itemFields, type VisibleItem } from './items.ts';

export interface TrashPosition {
  deletedAt: number;
  id: string;
}

export interface GoneFilter {
  viewer: Viewer;
  type: ItemType;
  folderId?: string | undefined;
  /** Only items deleted then or later. */
  since: number;
  after?: TrashPosition | undefined;
  limit: number;
}

export type TrashQueries = ReturnType<typeof trashQueries>;

/** Deleted items, until they are restored or purged (D27). */
export function trashQueries(engine: Engine) {
  return { ...trashReads(engine), ...keptFileQueries(engine), ...purgeQueries(engine) };
}

function trashReads({ prepare, lockRow, dialect, tables }: Engine) {
  const { items } = tables;
  const seen = visibleTrash({ dialect, tables });
  const lastFirst = [sql`${items.deletedAt} desc`, sql`${items.id} desc`];
  const after = sql`(${items.deletedAt}, ${items.id}) < (${sql.placeholder('afterTime')}, ${sql.placeholder('afterId')})`;
  const page = queryVariants((shape: 'first' | 'next') =>
    prepare(`trash_${shape}`, (db) =>
      db
        .select(itemFields({ dialect, tables }))
        .from(items)
        .where(and(seen, shape === 'next' ? after : undefined))
        .orderBy(...lastFirst)
        .limit(sql.placeholder('limit')),
    ),
  );
  const gone = queryVariants((shape: string) =>
    prepare(`gone_${shape}`, (db) =>
      db
        .select({ id: items.id, deletedAt: items.deletedAt })
        .from(items)
        .where(
          and(
            seen,
            eq(items.type, sql.placeholder('type')),
            gte(items.deletedAt, sql.placeholder('since')),
            shape.includes('folder') ? eq(items.folderId, sql.placeholder('folderId')) : undefined,
            shape.includes('next') ? after : undefined,
          ),
        )
        .orderBy(...lastFirst)
        .limit(sql.placeholder('limit')),
    ),
  );
  const deletedBy = prepare('trash_deleted_by', (db) =>
    db
      .select({ id: items.id })
      .from(items)
      .where(and(eq(items.orgId, sql.placeholder('orgId')), lte(items.deletedAt, sql.placeholder('time'))))
      .orderBy(...lastFirst)
      .limit(sql.placeholder('limit')),
  );
  const oneOf = (db: Db, condition: SQL) =>
    db
      .select(foundFields({ dialect, tables }))
      .from(items)
      .where(and(condition, eq(items.id, sql.placeholder('id'))));
  const visible = prepare('trash_visible', (db) => oneOf(db, seen));
  const changeable = prepare('trash_changeable', (db) => oneOf(db, changeableTrash({ dialect, tables })));

  return {
    /** Last deleted first. */
    *list(viewer: Viewer, limit: number, after?: TrashPosition): Op<VisibleItem[]> {
      const position = after && { afterTime: after.deletedAt, afterId: after.id };
      return yield* page(after ? 'next' : 'first')({ ...viewerValues(viewer), limit, ...position });
    },
    /** Items deleted since a time that the viewer could see, last deleted first. */
    *gone({ viewer, type, folderId, since, after, limit }: GoneFilter): Op<TrashPosition[]> {
      const shape = [folderId === undefined ? 'anywhere' : 'folder', after ? 'next' : 'first'].join(' ');
      const position = after && { afterTime: after.deletedAt, afterId: after.id };
      return (yield* gone(shape)({ ...viewerValues(viewer), type, folderId, since, limit, ...position })) as TrashPosition[];
    },
    /** Items of everyone that were in the trash at a time and still are. */
    *deletedUpTo(orgId: string, time: number, limit: number): Op<string[]> {
      return (yield* deletedBy({ orgId, time, limit })).map((item) => item.id);
    },
    *find(viewer: Viewer, id: string): Op<FoundItem | undefined> {
      return (yield* visible({ ...viewerValues(viewer), id }))[0];
    },
    /** Item that the viewer can restore or purge. Locks it until the transaction ends. */
    *findForChange(viewer: Viewer, id: string): Op<FoundItem | undefined> {
      yield* lockRow('items', viewer.orgId, id);
      return (yield* changeable({ ...viewerValues(viewer), id }))[0];
    },
  };
}

/** Files that were kept for a while, such as large results. */
function keptFileQueries({ prepare, tables: { folders, items } }: Engine) {
  const keptInFolders = prepare('kept_in_folders', (db) =>
    db
      .select({ orgId: items.orgId, id: items.id })
      .from(folders)
      // This join order: without statistics, SQLite would search all items for those folders.
      .crossJoin(items)
      .where(
        and(
          eq(folders.name, sql.placeholder('folderName')),
          eq(items.orgId, folders.orgId),
          eq(items.folderId, folders.id),
          eq(items.type, 'file'),
          eq(items.lastChange, sql.placeholder('summary')),
          eq(items.versionCount, 1),
          lt(items.createdAt, sql.placeholder('before')),
          isNull(items.deletedAt),
        ),
      )
      .limit(sql.placeholder('limit')),
  );
  const claimKept = prepare('claim_kept', (db) =>
    db
      .update(items)
      .set({ deletedAt: sql`${items.deletedAt}` })
      .where(
        and(
          eq(items.orgId, sql.placeholder('orgId')),
          eq(items.id, sql.placeholder('id')),
          eq(items.lastChange, sql.placeholder('summary')),
          eq(items.versionCount, 1),
          isNull(items.deletedAt),
        ),
      )
      .returning({ searchRow: items.searchRow }),
  );

  return {
    /** Files that were made with a summary in folders of a name before a time, and not changed since. */
    *keptInFolders(kept: { folderName: string; summary: string; before: number }, limit: number): Op<{ orgId: string; id: string }[]> {
      return yield* keptInFolders({ ...kept, limit });
    },
    /** Holds such a file, if it is still there as it was made, so that it can be purged. */
    *claimKept(orgId: string, id: string, summary: string): Op<{ searchRow: number | null } | undefined> {
      return (yield* claimKept({ orgId, id, summary }))[0];
    },
  };
}

function purgeQueries({ prepare, tables }: Engine) {
  const {
    blobChunks,
    blobs,
    changes,
    comments,
    extractedTexts,
    fileObjects,
    importPaths,
    inboxReads,
    items,
    reviewDecisions,
    reviews,
    texts,
    versions,
  } = tables;
  const expired = prepare('trash_expired', (db) =>
    db
      .select({ orgId: items.orgId, id: items.id })
      .from(items)
      .where(lt(items.deletedAt, sql.placeholder('before')))
      .limit(sql.placeholder('limit')),
  );
  // Changes nothing but locks the row: a concurrent restore waits, and finds the item gone.
  const claim = prepare('trash_claim', (db) =>
    db
      .update(items)
      .set({ deletedAt: sql`${items.deletedAt}` })
      .where(
        and(
          eq(items.orgId, sql.placeholder('orgId')),
          eq(items.id, sql.placeholder('itemId')),
          lt(items.deletedAt, sql.placeholder('before')),
        ),
      )
      .returning({ id: items.id }),
  );
  const isPart = { orgId: sql.placeholder('orgId'), itemId: sql.placeholder('itemId') };
  const isComment = and(eq(comments.orgId, isPart.orgId), eq(comments.subjectId, isPart.itemId));
  const blobIds = sql`(select ${versions.blobId} from ${versions} where ${versions.orgId} = ${isPart.orgId} and ${versions.itemId} = ${isPart.itemId} and ${versions.blobId} is not null)`;
  const { skillBlobs, skillLoads, skillManifests, skillReviews } = tables;
  const skillBlobIds = sql`(select ${skillBlobs.blobId} from ${skillBlobs} where ${skillBlobs.orgId} = ${isPart.orgId} and ${skillBlobs.itemId} = ${isPart.itemId})`;
  const removals = [
    prepare('purge_chunks', (db) => db.delete(blobChunks).where(sql`${blobChunks.blobId} in ${blobIds}`)),
    // The bytes in the file store go after the rows: until then their own row remembers them.
    prepare('purge_objects', (db) => db.update(fileObjects).set({ state: 'purged' }).where(sql`${fileObjects.blobId} in ${blobIds}`)),
    prepare('purge_blobs', (db) => db.delete(blobs).where(sql`${blobs.id} in ${blobIds}`)),
    prepare('purge_skill_chunks', (db) => db.delete(blobChunks).where(sql`${blobChunks.blobId} in ${skillBlobIds}`)),
    prepare('purge_skill_blobs', (db) => db.delete(blobs).where(sql`${blobs.id} in ${skillBlobIds}`)),
    ...Object.entries({ extractedTexts, reviews, reviewDecisions, skillBlobs, skillManifests, skillReviews, skillLoads }).map(
      ([name, table]) =>
        prepare(`purge_${name}`, (db) => db.delete(table).where(and(eq(table.orgId, isPart.orgId), eq(table.itemId, isPart.itemId)))),
    ),
    prepare('purge_versions', (db) => db.delete(versions).where(and(eq(versions.orgId, isPart.orgId), eq(versions.itemId, isPart.itemId)))),
    prepare('purge_changes', (db) => db.delete(changes).where(and(eq(changes.orgId, isPart.orgId), eq(changes.subjectId, isPart.itemId)))),
    prepare('purge_inbox_reads', (db) =>
      db
        .delete(inboxReads)
        .where(
          and(
            eq(inboxReads.orgId, isPart.orgId),
            sql`${inboxReads.subjectId} in (select ${comments.id} from ${comments} where ${isComment} union all select ${isPart.itemId})`,
          ),
        ),
    ),
    prepare('purge_comments', (db) => db.delete(comments).where(isComment)),
    prepare('purge_text', (db) => db.delete(texts).where(and(eq(texts.orgId, isPart.orgId), eq(texts.itemId, isPart.itemId)))),
    prepare('purge_import_path', (db) =>
      db.delete(importPaths).where(and(eq(importPaths.orgId, isPart.orgId), eq(importPaths.itemId, isPart.itemId))),
    ),
    prepare('purge_item', (db) => db.delete(items).where(and(eq(items.orgId, isPart.orgId), eq(items.id, isPart.itemId)))),
  ];
  function* purge(orgId: string, itemId: string): Op<void> {
    for (const remove of removals) yield* remove({ orgId, itemId });
  }

  return {
    /** Items of every organization that were deleted before a time. */
    *expired(before: number, limit: number): Op<{ orgId: string; id: string }[]> {
      return yield* expired({ before, limit });
    },
    /** Removes an item and its whole history for good. */
    purge,
    /** Same, if it is still there and was deleted before a time. It may have been restored or purged by another process. */
    *purgeExpired(orgId: string, itemId: string, before: number): Op<boolean> {
      if ((yield* claim({ orgId, itemId, before })).length === 0) return false;
      yield* purge(orgId, itemId);
      return true;
    },
  };
}

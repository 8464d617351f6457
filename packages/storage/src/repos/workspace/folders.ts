import { type AccessLevel, accessLevels, withoutJoiners } from '@gatehouse/domain';
import { and, eq, getTableColumns, gt, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Op } from '../../kernel/ops.ts';
import { fillColumns, pickColumns, setColumns } from '../../query/columns.ts';
import { type Db, type Engine, given, queryVariants, scalar } from '../../query/engine.ts';
import { hasName } from '../../query/has-name.ts';
import { changeableFolder, isMember, type Viewer, viewerValues, visibleFolder } from '../../query/visibility.ts';
import { type Difference, folderValues, shareField } from '../../schema/history/fields.ts';
import type { Tables } from '../../schema/schema.ts';
import { folderMoveQueries } from './folder-moves.ts';
import { type Folder, type FolderShare, folderTreeQueries, isBelowPath, isInside, isThere, type TreePlace } from './folder-tree.ts';
import type { History, MadeBy, Subject } from './history.ts';

export type { Folder, FolderShare } from './folder-tree.ts';

/** A folder that the caller can put something into. */
export type FolderToFill = Folder & {
  /** 1 if its top folder asks for review of agents' changes (D78). */
  isReviewed: number;
};

/** Fields of a new folder. The other columns follow from its parent. */
export type NewFolder = Omit<Folder, 'deletedAt' | 'organizationAccess' | 'parentId' | 'rootId' | 'path' | 'asksReview'>;

export type ListedFolder = Pick<Folder, 'id' | 'name' | 'ownerId' | 'parentId' | 'rootId' | 'path'> & {
  /** Sharing of the top folder. */
  visibility: Folder['visibility'];
  organizationAccess: Folder['organizationAccess'];
  shareCount: number;
  itemCount: number;
  isChangeable: boolean;
};

/** An item that only some people may make visible to fewer people (D63). */
export type GuardedItem = Pick<Tables['items']['$inferSelect'], 'id' | 'name' | 'isSystem'>;

export interface FolderPosition {
  name: string;
  id: string;
}

export type FolderQueries = ReturnType<typeof folderQueries>;

export function folderQueries(engine: Engine, history: History) {
  return {
    ...folderReads(engine),
    ...folderLists(engine),
    ...folderTreeQueries(engine),
    ...folderContents(engine),
    ...folderChanges(engine, history),
    ...folderMoveQueries(engine, history),
    ...folderShareQueries(engine, history),
  };
}

/** Queries for folders that a viewer can see. */
function folderReads({ prepare, holdFolder, lockName, dialect, tables }: Engine) {
  const { folders } = tables;
  const seen = seenFolder({ dialect, tables });
  const visible = prepare('folder_visible', (db) =>
    db
      .select()
      .from(folders)
      .where(and(seen, eq(folders.id, sql.placeholder('id')))),
  );
  const isReviewed =
    scalar<number>(sql`(select case when root.${sql.identifier(folders.asksReview.name)} then 1 else 0 end from ${folders} as root
    where root.org_id = ${folders.orgId} and root.id = ${folders.rootId})`);
  const changeable = prepare('folder_changeable', (db) =>
    db
      .select({ ...getTableColumns(folders), isReviewed })
      .from(folders)
      .where(and(seen, changeableFolder({ dialect, tables }), eq(folders.id, sql.placeholder('id')))),
  );
  const isGone = and(eq(folders.orgId, sql.placeholder('orgId')), visibleFolder({ dialect, tables }), isNotNull(folders.deletedAt));
  const deleted = prepare('folder_deleted', (db) =>
    db
      .select()
      .from(folders)
      .where(and(isGone, eq(folders.id, sql.placeholder('id')))),
  );
  const visibleByName = prepare('folder_visible_by_name', (db) =>
    db
      .select()
      .from(folders)
      .where(
        and(
          seen,
          isNull(folders.parentId),
          hasName(dialect, folders.name, sql.placeholder('name')),
          ne(folders.id, sql.placeholder('besides')),
        ),
      )
      .orderBy(folders.id)
      .limit(1),
  );
  const ownPrivate = prepare('folder_own_private', (db) =>
    db
      .select({ id: folders.id })
      .from(folders)
      .where(
        and(
          eq(folders.orgId, sql.placeholder('orgId')),
          eq(folders.ownerId, sql.placeholder('ownerId')),
          eq(folders.name, sql.placeholder('name')),
          eq(folders.visibility, 'private'),
          isNull(folders.parentId),
          isNull(folders.deletedAt),
        ),
      )
      .orderBy(folders.id)
      .limit(1),
  );

  return {
    *visible(viewer: Viewer, id: string): Op<Folder | undefined> {
      return (yield* visible({ ...viewerValues(viewer), id }))[0];
    },
    /** Finds a deleted folder that the viewer would see. */
    *deleted(viewer: Viewer, id: string): Op<Folder | undefined> {
      return (yield* deleted({ ...viewerValues(viewer), id }))[0];
    },
    /** Finds a folder into which the viewer may put something. It and the people who see it stay the same until the transaction ends (D63). */
    *visibleToFill(viewer: Viewer, id: string): Op<FolderToFill | undefined> {
      yield* holdFolder(viewer.orgId, id);
      const [folder] = yield* changeable({ ...viewerValues(viewer), id });
      if (!folder || folder.rootId === id) return folder;
      // Read the folder again under the lock: it may have been moved below another top folder before.
      yield* holdFolder(viewer.orgId, folder.rootId);
      return (yield* changeable({ ...viewerValues(viewer), id }))[0];
    },
    /** Finds a visible top folder with this name, with any joiners (D16). Excludes the folder that is to get the name. */
    *visibleByName(viewer: Viewer, given: string, besides = ''): Op<Folder | undefined> {
      const name = withoutJoiners(given);
      yield* lockName(viewer.orgId, 'folder', name);
      return (yield* visibleByName({ ...viewerValues(viewer), name, besides }))[0];
    },
    /** Finds a private folder of the person with this name. If there are several, the oldest. */
    *ownPrivate(orgId: string, ownerId: string, name: string): Op<string | undefined> {
      return (yield* ownPrivate({ orgId, ownerId, name }))[0]?.id;
    },
  };
}

function seenFolder({ dialect, tables }: Pick<Engine, 'dialect' | 'tables'>): SQL | undefined {
  return and(eq(tables.folders.orgId, sql.placeholder('orgId')), visibleFolder({ dialect, tables }), isThere(tables));
}

/** Folders that the viewer sees, with the sharing of their top folders. */
function folderLists({ prepare, dialect, tables }: Engine) {
  const { folderShares, folders, items } = tables;
  const seen = seenFolder({ dialect, tables });
  const inside = isInside(tables);
  const ofRoot = <T>(column: SQLiteColumn) =>
    scalar<T>(sql`(select root.${sql.identifier(column.name)} from ${folders} as root
      where root.org_id = ${folders.orgId} and root.id = ${folders.rootId})`);
  const page = queryVariants((shape: 'first' | 'next') =>
    prepare(`folders_${shape}`, (db) =>
      db
        .select({
          ...pickColumns(folders, 'id', 'name', 'ownerId', 'parentId', 'rootId', 'path'),
          visibility: ofRoot<Folder['visibility']>(folders.visibility),
          organizationAccess: ofRoot<Folder['organizationAccess']>(folders.organizationAccess),
          shareCount: scalar<number>(
            sql`(select count(*) from ${folderShares} where ${folderShares.orgId} = ${folders.orgId} and ${folderShares.folderId} = ${folders.rootId})`,
          ),
          itemCount: scalar<number>(sql`(select count(*) from ${items} where ${inside})`),
          changeable: scalar<number>(sql`case when ${changeableFolder({ dialect, tables })} then 1 else 0 end`),
        })
        .from(folders)
        .where(and(seen, shape === 'next' ? afterPosition() : undefined))
        .orderBy(folders.name, folders.id)
        .limit(sql.placeholder('limit')),
    ),
  );
  const afterPosition = (): SQL | undefined =>
    or(
      gt(folders.name, sql.placeholder('afterName')),
      and(eq(folders.name, sql.placeholder('afterName')), gt(folders.id, sql.placeholder('afterId'))),
    );

  return {
    /** Visible folders by name, after a position. At most `limit`. */
    *list(viewer: Viewer, limit: number, after?: FolderPosition): Op<ListedFolder[]> {
      const values = { ...viewerValues(viewer), limit, afterName: after?.name, afterId: after?.id };
      const rows = yield* page(after ? 'next' : 'first')(values);
      return rows.map(({ changeable, ...folder }) => ({ ...folder, isChangeable: changeable === 1 }));
    },
  };
}

/** Queries for the content of a folder, without checking who sees it. */
function folderContents({ prepare, tables: { folders, items, versions } }: Engine) {
  const insideOf = prepare('folder_items', (db) =>
    db
      .select({ id: items.id })
      .from(items)
      .where(and(eq(items.orgId, sql.placeholder('orgId')), eq(items.folderId, sql.placeholder('id')), isNull(items.deletedAt)))
      .limit(sql.placeholder('limit')),
  );
  // The maker of the first version created the item.
  const isOfOthers = sql`not exists (select 1 from ${versions} where ${versions.orgId} = ${items.orgId} and ${versions.itemId} = ${items.id}
    and ${versions.number} = 1 and ${versions.personId} = ${sql.placeholder('personId')})`;
  // Live items and those in the trash have an index each.
  const conditions = {
    // Matches the condition of the index of system documents. With a bound value in its place, SQLite would not use the index.
    system: sql`${items.isSystem} and ${items.deletedAt} is null`,
    others: and(isNull(items.deletedAt), isOfOthers),
    trashed: and(isNotNull(items.deletedAt), isOfOthers),
  };
  const inTree = sql`${items.folderId} in (select ${folders.id} from ${folders} where ${isBelowPath(folders)})`;
  const guarded = queryVariants((which: keyof typeof conditions) =>
    prepare(`folder_guarded_${which}`, (db) =>
      db
        .select(pickColumns(items, 'id', 'name', 'isSystem'))
        .from(items)
        .where(and(eq(items.orgId, sql.placeholder('orgId')), inTree, conditions[which]))
        .limit(sql.placeholder('limit')),
    ),
  );

  return {
    /** Items in a folder, except those in the trash. At most `limit`. */
    *itemsOf(orgId: string, id: string, limit: number): Op<string[]> {
      return (yield* insideOf({ orgId, id, limit })).map((item) => item.id);
    },
    /** System documents in a folder and in all folders below it. At most `limit`. */
    *systemItemsOf({ orgId, rootId, path }: TreePlace, limit: number): Op<GuardedItem[]> {
      return yield* guarded('system')({ orgId, rootId, path, limit });
    },
    /**
     * Items in a folder or below it that other people created. Items in the trash count, because people who see them there can restore them. At
     * most `limit`.
     */
    *othersItemsOf({ orgId, rootId, path }: TreePlace, personId: string, limit: number): Op<GuardedItem[]> {
      const values = { orgId, rootId, path, personId };
      const found = yield* guarded('others')({ ...values, limit });
      const left = limit - found.length;
      return left === 0 ? found : [...found, ...(yield* guarded('trashed')({ ...values, limit: left }))];
    },
  };
}

function folderChanges({ prepare, lockRow, lockRows, tables: { folders } }: Engine, history: History) {
  const insert = prepare('folder_insert', (db) => db.insert(folders).values(fillColumns(folders, 'deletedAt')));
  const isThis = and(eq(folders.orgId, sql.placeholder('orgId')), eq(folders.id, sql.placeholder('id')));
  const isOfOwner = and(eq(folders.orgId, sql.placeholder('orgId')), eq(folders.ownerId, sql.placeholder('from')));
  const lockThis = (db: Db) => db.select({ id: folders.id }).from(folders).where(isThis);
  const lockToRename = lockRows('folder_lock_to_rename', lockThis);
  const rename = prepare('folder_rename', (db) => db.update(folders).set(setColumns(folders, 'name')).where(isThis));
  const changeThis = (name: string, values: Record<string, SQL | null>, isChanged: SQL | undefined) =>
    history.changeEach(name, {
      lock: lockThis,
      change: (db) => db.update(folders).set(values).where(and(isThis, isChanged)).returning(changedFolder(folders.id)),
    });
  const setOrganization = changeThis(
    'folder_set_organization',
    setColumns(folders, 'visibility', 'organizationAccess'),
    and(eq(folders.visibility, sql.placeholder('visibilityBefore')), eq(folders.organizationAccess, sql.placeholder('accessBefore'))),
  );
  const remove = changeThis('folder_remove', setColumns(folders, 'deletedAt'), isNull(folders.deletedAt));
  const bringBack = changeThis('folder_bring_back', { deletedAt: null }, isNotNull(folders.deletedAt));
  const setReview = prepare('folder_set_review', (db) => db.update(folders).set(setColumns(folders, 'asksReview')).where(isThis));
  const giveAll = history.changeEach('folders_give_all', {
    lock: (db) => db.select({ id: folders.id }).from(folders).where(isOfOwner).orderBy(folders.id),
    change: (db) =>
      db
        .update(folders)
        .set({ ownerId: given(folders.ownerId, 'to') })
        .where(isOfOwner)
        .returning(changedFolder(folders.id)),
  });

  return {
    /** Locks a folder before its audience is reduced. Nobody can put anything into it until the transaction ends. */
    *lock(orgId: string, id: string): Op<void> {
      yield* lockRow('folders', orgId, id);
    },
    /** Locks a folder before it is renamed. Nobody else can change it until the transaction ends, but items can still be added. */
    *lockToRename(orgId: string, id: string): Op<void> {
      yield* lockToRename({ orgId, id });
    },
    /** Creates a folder at the top, or in a parent that the caller has found with `visibleToFill`. */
    *create(fresh: NewFolder, by: MadeBy, parent: Pick<Folder, 'id' | 'rootId' | 'path'> | null = null): Op<void> {
      const place = { parentId: parent?.id ?? null, rootId: parent?.rootId ?? fresh.id, path: `${parent?.path ?? '/'}${fresh.id}/` };
      const folder = { ...fresh, ...place, organizationAccess: 'write' as const, asksReview: false };
      yield* insert(folder);
      yield* history.created(subjectOf(folder), folderValues({ ...folder, deletedAt: null }), by);
    },
    /** Renames a folder. The caller has locked it and then found it. */
    *rename(folder: Folder, name: string, by: MadeBy): Op<void> {
      yield* rename({ orgId: folder.orgId, id: folder.id, name });
      yield* history.changed(subjectOf(folder), { name: folder.name }, { name }, by);
    },
    /** Shares a folder with everyone, to read or to write. Null stops sharing with everyone. */
    *shareWithAll(orgId: string, id: string, access: AccessLevel | null, by: MadeBy): Op<void> {
      for (const before of shareStates) {
        const { visibility: visibilityBefore, organizationAccess: accessBefore } = organizationColumns(before);
        const values = { orgId, id, visibilityBefore, accessBefore, ...organizationColumns(access) };
        if (before !== access) yield* setOrganization(values, sharing('organization', before, access), by);
      }
    },
    /** Switches review in a top folder and everything below it (D78). The caller has locked the folder. */
    *setReview({ orgId, id, asksReview: before }: Folder, asksReview: boolean, by: MadeBy): Op<void> {
      yield* setReview({ orgId, id, asksReview });
      yield* history.changed(subjectOf({ orgId, id }), { asksReview: before }, { asksReview }, by);
    },
    /** Marks a folder as deleted. It no longer exists unless it contains items. */
    *markDeleted(orgId: string, id: string, by: MadeBy): Op<void> {
      yield* remove({ orgId, id, deletedAt: by.at }, { before: { isDeleted: false }, after: { isDeleted: true } }, by);
    },
    /** Restores a deleted folder for an item that returns to it from the trash. Does nothing if it is not deleted. */
    *bringBack(orgId: string, id: string, by: MadeBy): Op<void> {
      yield* bringBack({ orgId, id }, { before: { isDeleted: true }, after: { isDeleted: false } }, by);
    },
    /** Transfers all folders of one person to another. */
    *giveAll(orgId: string, from: string, to: string, by: MadeBy): Op<void> {
      yield* giveAll({ orgId, from, to }, { before: { ownerId: from }, after: { ownerId: to } }, by);
    },
  };
}

/** Queries for the people and groups that folders are shared with. */
function folderShareQueries({ prepare, tables: { folders, folderShares, groupMembers } }: Engine, history: History) {
  const ofFolder = and(eq(folderShares.orgId, sql.placeholder('orgId')), eq(folderShares.folderId, sql.placeholder('id')));
  const ofSharer = and(eq(folderShares.orgId, sql.placeholder('orgId')), eq(folderShares.sharedWith, sql.placeholder('sharedWith')));
  const hadAccess = eq(folderShares.access, sql.placeholder('accessBefore'));
  const shares = prepare('folder_shares', (db) =>
    db
      .select(pickColumns(folderShares, 'sharedWith', 'access'))
      .from(folderShares)
      .where(ofFolder)
      .orderBy(folderShares.sharedWith),
  );
  const isOfPerson = sql`substr(${folderShares.sharedWith}, 1, 7) = 'person_'`;
  const sharers = prepare('folder_sharers', (db) =>
    db
      .select({
        sharedWith: sql<string>`coalesce(${groupMembers.personId}, ${folderShares.sharedWith})`.as('sharer'),
        access: folderShares.access,
      })
      .from(folderShares)
      .leftJoin(
        groupMembers,
        and(eq(groupMembers.orgId, folderShares.orgId), eq(groupMembers.groupId, folderShares.sharedWith), isMember(groupMembers, 'at')),
      )
      .where(and(ofFolder, ne(folderShares.sharedWith, sql.placeholder('besides')), or(isNotNull(groupMembers.personId), isOfPerson)))
      .orderBy(sql`sharer`),
  );
  const lock = (db: Db) =>
    db
      .select({ id: folders.id })
      .from(folders)
      .where(and(eq(folders.orgId, sql.placeholder('orgId')), eq(folders.id, sql.placeholder('id'))));
  const share = history.changeEach('folder_share', {
    lock,
    change: (db) =>
      db
        .insert(folderShares)
        .values({
          orgId: sql.placeholder('orgId'),
          folderId: sql.placeholder('id'),
          sharedWith: sql.placeholder('sharedWith'),
          createdAt: sql.placeholder('at'),
          access: sql.placeholder('access'),
        })
        .onConflictDoNothing()
        .returning(changedFolder(folderShares.folderId)),
  });
  const setAccess = history.changeEach('folder_share_set_access', {
    lock,
    change: (db) =>
      db
        .update(folderShares)
        .set(setColumns(folderShares, 'access'))
        .where(and(ofFolder, ofSharer, hadAccess))
        .returning(changedFolder(folderShares.folderId)),
  });
  const unshare = history.changeEach('folder_unshare', {
    lock,
    change: (db) =>
      db
        .delete(folderShares)
        .where(and(ofFolder, ofSharer, hadAccess))
        .returning(changedFolder(folderShares.folderId)),
  });
  const unshareAll = history.changeEach('folder_unshare_all', {
    lock: (db) =>
      db
        .select({ id: folders.id })
        .from(folders)
        .where(
          and(
            eq(folders.orgId, sql.placeholder('orgId')),
            sql`${folders.id} in (select ${folderShares.folderId} from ${folderShares} where ${ofSharer} and ${hadAccess})`,
          ),
        )
        .orderBy(folders.id),
    change: (db) => db.delete(folderShares).where(and(ofSharer, hadAccess)).returning(changedFolder(folderShares.folderId)),
  });

  return {
    /** Returns the people and groups that a folder is shared with, and their access. */
    *shares(orgId: string, id: string): Op<FolderShare[]> {
      return yield* shares({ orgId, id });
    },
    /**
     * Returns the people with access by a share at a given time, of their own or of a group, with their highest access. Ignores the share
     * `besides`.
     */
    *sharers(orgId: string, id: string, { at, besides = '' }: { at: number; besides?: string | undefined }): Op<FolderShare[]> {
      const rows = yield* sharers({ orgId, id, at, besides });
      const writers = new Set(rows.flatMap(({ sharedWith, access }) => (access === 'write' ? [sharedWith] : [])));
      return [...new Set(rows.map(({ sharedWith }) => sharedWith))].map((sharedWith) => ({
        sharedWith,
        access: writers.has(sharedWith) ? 'write' : 'read',
      }));
    },
    /** Shares a folder with a person or a group, to read or to write. Replaces their previous access. */
    *share(orgId: string, id: string, { sharedWith, access }: FolderShare, by: MadeBy): Op<void> {
      const values = { orgId, id, sharedWith, access };
      const accessBefore = access === 'read' ? 'write' : 'read';
      yield* setAccess({ ...values, accessBefore }, sharing(sharedWith, accessBefore, access), by);
      yield* share(values, sharing(sharedWith, null, access), by);
    },
    *unshare(orgId: string, id: string, sharedWith: string, by: MadeBy): Op<void> {
      for (const accessBefore of accessLevels)
        yield* unshare({ orgId, id, sharedWith, accessBefore }, sharing(sharedWith, accessBefore, null), by);
    },
    /** Ends all shares with a person or a group. Folders that the person owns stay theirs. */
    *unshareAll(orgId: string, sharedWith: string, by: MadeBy): Op<void> {
      for (const accessBefore of accessLevels)
        yield* unshareAll({ orgId, sharedWith, accessBefore }, sharing(sharedWith, accessBefore, null), by);
    },
  };
}

/** Folders have no versions. */
function subjectOf({ orgId, id }: Pick<Folder, 'orgId' | 'id'>): Subject {
  return { orgId, id, version: 0 };
}

function changedFolder(id: SQLiteColumn) {
  return { subject: sql<string>`${id}`.as('subject'), version: sql<number>`0`.as('version') };
}

/** Access of a share. Null: not shared. */
type ShareState = AccessLevel | null;
const shareStates: readonly ShareState[] = [null, ...accessLevels];

function sharing(sharedWith: string, before: ShareState, after: ShareState): Difference {
  const field = shareField(sharedWith);
  return { before: { [field]: before }, after: { [field]: after } };
}

function organizationColumns(access: ShareState): Pick<Folder, 'visibility' | 'organizationAccess'> {
  return access === null
    ? { visibility: 'private', organizationAccess: 'write' }
    : { visibility: 'organization', organizationAccess: access };
}

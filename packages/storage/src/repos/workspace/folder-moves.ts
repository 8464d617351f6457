import { idsOfPath } from '@gatehouse/domain';
import { type SQL, sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import { setColumns } from '../../query/columns.ts';
import type { Engine } from '../../query/engine.ts';
import type { FieldValues } from '../../schema/history/field-values.ts';
import { folderValues, shareField } from '../../schema/history/fields.ts';
import { type Folder, type FolderShare, isBelowPath } from './folder-tree.ts';
import type { History, MadeBy } from './history.ts';

/** Place of a moved folder, with its own name, sharing and review. */
export interface NewPlace extends Pick<Folder, 'name' | 'ownerId' | 'visibility' | 'organizationAccess' | 'asksReview'> {
  /** Null at the top. */
  parent: Pick<Folder, 'id' | 'rootId' | 'path'> | null;
  shares: readonly FolderShare[];
}

/** Queries that move folders into others or to the top (D73.2). */
export function folderMoveQueries({ prepare, tables: { folders, folderShares } }: Engine, history: History) {
  const isThis = sql`${folders.orgId} = ${sql.placeholder('orgId')} and ${folders.id} = ${sql.placeholder('id')}`;
  const ofThis = sql`${folderShares.orgId} = ${sql.placeholder('orgId')} and ${folderShares.folderId} = ${sql.placeholder('id')}`;
  const place = prepare('folder_place', (db) =>
    db
      .update(folders)
      .set(setColumns(folders, 'parentId', 'name', 'ownerId', 'visibility', 'organizationAccess', 'asksReview'))
      .where(isThis),
  );
  const moved: SQL = sql`${sql.placeholder('newPath')} || substr(${folders.path}, length(${sql.placeholder('path')}) + 1)`;
  const moveTree = prepare('folder_move_tree', (db) =>
    db
      .update(folders)
      .set({ rootId: sql`${sql.placeholder('newRootId')}`, path: moved })
      .where(isBelowPath(folders)),
  );
  const deepest = prepare('folder_deepest', (db) =>
    db
      .select({ slashes: sql<number>`max(length(${folders.path}) - length(replace(${folders.path}, '/', '')))` })
      .from(folders)
      .where(isBelowPath(folders)),
  );
  const dropShares = prepare('folder_drop_shares', (db) => db.delete(folderShares).where(ofThis));
  const addShare = prepare('folder_add_share', (db) =>
    db.insert(folderShares).values({
      orgId: sql.placeholder('orgId'),
      folderId: sql.placeholder('id'),
      sharedWith: sql.placeholder('sharedWith'),
      createdAt: sql.placeholder('at'),
      access: sql.placeholder('access'),
    }),
  );

  return {
    /** Counts the levels from a folder to its deepest subfolder, including deleted ones. 1 for a folder without subfolders. */
    *levelsOf({ orgId, rootId, path }: Folder): Op<number> {
      const [found] = yield* deepest({ orgId, rootId, path });
      // A path has one more slash than it has folders.
      return Number(found?.slashes) - idsOfPath({ path }).length;
    },
    /**
     * Moves a folder with everything below it, and records one row in its history. The caller has locked both top folders, and passes the
     * present shares. Items store only their own folder, so their rows do not change.
     */
    *move(folder: Folder, present: readonly FolderShare[], to: NewPlace, by: MadeBy): Op<void> {
      const { orgId, id, rootId, path } = folder;
      const { parent, shares, ...columns } = to;
      const after = { ...folder, ...columns, parentId: parent?.id ?? null };
      yield* place({ ...after });
      yield* moveTree({ orgId, rootId, path, newRootId: parent?.rootId ?? id, newPath: `${parent?.path ?? '/'}${id}/` });
      yield* dropShares({ orgId, id });
      for (const share of shares) yield* addShare({ orgId, id, ...share, at: by.at });
      const sharers = [...present, ...shares].map(({ sharedWith }) => sharedWith);
      const subject = { orgId, id, version: 0 };
      yield* history.changed(subject, valuesWith(folder, present, sharers), valuesWith(after, shares, sharers), by);
    },
  };
}

function valuesWith(folder: Folder, shares: readonly FolderShare[], sharers: readonly string[]): FieldValues {
  const access = new Map(shares.map((share) => [share.sharedWith, share.access]));
  const fields = sharers.map((sharedWith) => [shareField(sharedWith), access.get(sharedWith) ?? null]);
  return { ...folderValues(folder), ...Object.fromEntries(fields) };
}

import { withoutJoiners } from '@gatehouse/domain';
import { and, eq, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import { pickColumns } from '../../query/columns.ts';
import { type Engine, queryVariants } from '../../query/engine.ts';
import { hasName } from '../../query/has-name.ts';
import type { Tables } from '../../schema/schema.ts';

export type Folder = Tables['folders']['$inferSelect'];

export type FolderShare = Pick<Tables['folderShares']['$inferSelect'], 'sharedWith' | 'access'>;

/** Columns that give the place of a folder in its tree. */
export type TreePlace = Pick<Folder, 'orgId' | 'rootId' | 'path'>;

export type FolderInTree = Pick<Folder, 'id' | 'parentId' | 'name' | 'deletedAt'>;

/** Matches a folder and everything below it, by the values of a `TreePlace`. An index finds the folders below the same top folder. */
export function isBelowPath(folders: Tables['folders']): SQL | undefined {
  return and(
    eq(folders.orgId, sql.placeholder('orgId')),
    eq(folders.rootId, sql.placeholder('rootId')),
    sql`substr(${folders.path}, 1, length(${sql.placeholder('path')})) = ${sql.placeholder('path')}`,
  );
}

/** Matches items in a folder that are not in the trash. */
export function isInside({ folders, items }: Tables): SQL {
  return sql`${items.orgId} = ${folders.orgId} and ${items.folderId} = ${folders.id} and ${items.deletedAt} is null`;
}

/** Matches folders that exist. A deleted folder still exists while it contains items that were added or restored meanwhile. */
export function isThere(tables: Tables): SQL | undefined {
  return or(isNull(tables.folders.deletedAt), sql`exists (select 1 from ${tables.items} where ${isInside(tables)})`);
}

/** Queries for trees of folders (D73). The caller has checked access to the folder. */
export function folderTreeQueries({ prepare, lockName, dialect, tables }: Engine) {
  const { folders } = tables;
  const byId = prepare('folder_by_id', (db) =>
    db
      .select()
      .from(folders)
      .where(and(eq(folders.orgId, sql.placeholder('orgId')), eq(folders.id, sql.placeholder('id')))),
  );
  const isSibling = and(
    eq(folders.orgId, sql.placeholder('orgId')),
    eq(folders.parentId, sql.placeholder('parentId')),
    isNull(folders.deletedAt),
  );
  const named = prepare('folder_sibling_by_name', (db) =>
    db
      .select()
      .from(folders)
      .where(and(isSibling, hasName(dialect, folders.name, sql.placeholder('name')), ne(folders.id, sql.placeholder('besides'))))
      .orderBy(folders.id)
      .limit(1),
  );
  const children = prepare('folder_children', (db) =>
    db.select({ id: folders.id }).from(folders).where(isSibling).orderBy(folders.id).limit(sql.placeholder('limit')),
  );
  // A folder has a longer path than the folders above it, so the longest path is the deepest folder.
  const tree = queryVariants((which: 'all' | 'there') =>
    prepare(`folder_tree_${which}`, (db) =>
      db
        .select(pickColumns(folders, 'id', 'parentId', 'name', 'deletedAt'))
        .from(folders)
        .where(and(isBelowPath(folders), which === 'there' ? isThere(tables) : undefined))
        .orderBy(sql`length(${folders.path}) desc`, folders.id)
        .limit(sql.placeholder('limit')),
    ),
  );

  return {
    /** Finds the top folder of a folder. Everyone who sees the top folder sees everything below it. */
    *root(folder: Folder): Op<Folder> {
      if (folder.rootId === folder.id) return folder;
      const [root] = yield* byId({ orgId: folder.orgId, id: folder.rootId });
      if (!root) throw new Error(`the folder ${folder.id} is below ${folder.rootId}, which does not exist`);
      return root;
    },
    /** Finds the folder with this name and parent. Excludes the folder that is to get the name. */
    *siblingByName(orgId: string, parentId: string, given: string, besides = ''): Op<Folder | undefined> {
      const name = withoutJoiners(given);
      yield* lockName(orgId, 'folder', parentId, name);
      return (yield* named({ orgId, parentId, name, besides }))[0];
    },
    /** Folders directly in a folder, without deleted ones. At most `limit`. */
    *childrenOf(orgId: string, parentId: string, limit: number): Op<string[]> {
      return (yield* children({ orgId, parentId, limit })).map(({ id }) => id);
    },
    /** A folder and all folders below it that exist, deepest first. At most `limit`. */
    *treeOf({ orgId, rootId, path }: TreePlace, limit: number): Op<FolderInTree[]> {
      return yield* tree('there')({ orgId, rootId, path, limit });
    },
    /** Same including deleted folders. */
    *wholeTreeOf({ orgId, rootId, path }: TreePlace, limit: number): Op<FolderInTree[]> {
      return yield* tree('all')({ orgId, rootId, path, limit });
    },
  };
}

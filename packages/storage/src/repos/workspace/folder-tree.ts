import { withoutJoiners } from '@gatehouse/domain';
import { and, eq, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import { pickColumns } from '../../query/columns.ts';
import { type Engine, queryVariants } from '../../query/engine.ts';
import { hasName } from '../../query/has-name.ts';
import type { Tables } from '../../schema/schema.ts';

export type Folder = Tables['folders']['$inferSelect'];

/** Columns that say which folders are in one and below it. */
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

/** Folders in one another (D73). The caller has found the folder that it asks about. */
export function folderTreeQueries({ prepare, lockName, dialect, tables: { folders } }: Engine) {
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
  // A folder has a longer path than those that it is in: the longest first is the deepest first.
  const tree = queryVariants((which: 'all' | 'there') =>
    prepare(`folder_tree_${which}`, (db) =>
      db
        .select(pickColumns(folders, 'id', 'parentId', 'name', 'deletedAt'))
        .from(folders)
        .where(and(isBelowPath(folders), which === 'there' ? isNull(folders.deletedAt) : undefined))
        .orderBy(sql`length(${folders.path}) desc`, folders.id)
        .limit(sql.placeholder('limit')),
    ),
  );

  return {
    /** Top folder above one. Its viewers are those of everything below. */
    *root(folder: Folder): Op<Folder> {
      if (folder.rootId === folder.id) return folder;
      const [root] = yield* byId({ orgId: folder.orgId, id: folder.rootId });
      if (!root) throw new Error(`the folder ${folder.id} is below ${folder.rootId}, which is not there`);
      return root;
    },
    /** Folder of this name in the same folder, besides the one that is to get the name. */
    *siblingByName(orgId: string, parentId: string, given: string, besides = ''): Op<Folder | undefined> {
      const name = withoutJoiners(given);
      yield* lockName(orgId, 'folder', parentId, name);
      return (yield* named({ orgId, parentId, name, besides }))[0];
    },
    /** Folders directly in a folder that are not deleted; at most `limit`. */
    *childrenOf(orgId: string, parentId: string, limit: number): Op<string[]> {
      return (yield* children({ orgId, parentId, limit })).map(({ id }) => id);
    },
    /** A folder and those below it, deepest first, without deleted ones; at most `limit`. */
    *treeOf({ orgId, rootId, path }: TreePlace, limit: number): Op<FolderInTree[]> {
      return yield* tree('there')({ orgId, rootId, path, limit });
    },
    /** Same, with deleted ones. */
    *wholeTreeOf({ orgId, rootId, path }: TreePlace, limit: number): Op<FolderInTree[]> {
      return yield* tree('all')({ orgId, rootId, path, limit });
    },
  };
}

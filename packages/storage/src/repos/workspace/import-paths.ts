import { and, eq, sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import { fillColumns, pickColumns, takeColumns } from '../../query/columns.ts';
import { type Engine, oneOf } from '../../query/engine.ts';

export type ImportPathQueries = ReturnType<typeof importPathQueries>;

export function importPathQueries({ prepare, lockName, dialect, tables: { importPaths } }: Engine) {
  const find = prepare('import_path_find', (db) =>
    db
      .select({ itemId: importPaths.itemId })
      .from(importPaths)
      .where(and(eq(importPaths.orgId, sql.placeholder('orgId')), eq(importPaths.path, sql.placeholder('path')))),
  );
  const save = prepare('import_path_save', (db) =>
    db
      .insert(importPaths)
      .values(fillColumns(importPaths))
      .onConflictDoUpdate({ target: [importPaths.orgId, importPaths.path], set: takeColumns(importPaths, 'itemId') }),
  );

  const ofItem = prepare('import_path_of_item', (db) =>
    db
      .select({ path: importPaths.path })
      .from(importPaths)
      .where(and(eq(importPaths.orgId, sql.placeholder('orgId')), eq(importPaths.itemId, sql.placeholder('itemId'))))
      .orderBy(importPaths.path)
      .limit(1),
  );

  const itemsAt = prepare('import_path_items', (db) =>
    db
      .select(pickColumns(importPaths, 'path', 'itemId'))
      .from(importPaths)
      .where(and(eq(importPaths.orgId, sql.placeholder('orgId')), oneOf(dialect, importPaths.path, 'paths'))),
  );

  return {
    /** Returns the path that an item was imported from: the folder of the import, then the path in the imported directory. */
    *pathOf(orgId: string, itemId: string): Op<string | undefined> {
      return (yield* ofItem({ orgId, itemId }))[0]?.path;
    },
    /** Finds the items that were imported from these paths, without checking who sees them. */
    *itemsAt(orgId: string, paths: readonly string[]): Op<{ path: string; itemId: string }[]> {
      return yield* itemsAt({ orgId, paths: JSON.stringify(paths) });
    },
    /** The item that this path became when it was imported last; it may have been deleted since. A concurrent import waits. */
    *findForChange(orgId: string, path: string): Op<string | undefined> {
      yield* lockName(orgId, 'import', path);
      return (yield* find({ orgId, path }))[0]?.itemId;
    },
    *save(orgId: string, path: string, itemId: string): Op<void> {
      yield* save({ orgId, path, itemId });
    },
  };
}

import type { ItemType } from '@gatehouse/domain';
import { and, eq, sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import { type Engine, oneOf, queryVariants } from '../../query/engine.ts';
import { changeableFolder, reachableItem, type Viewer, viewerValues, visibleFolder } from '../../query/visibility.ts';

/** An item as far as somebody is told of it who has not asked for it. */
export interface SeenItem {
  id: string;
  type: ItemType;
  versionCount: number;
}

export type VisibilityCheckQueries = ReturnType<typeof visibilityCheckQueries>;

/** Which of many things that somebody names a viewer sees at this instant, in the trash too: one query for all of them. */
export function visibilityCheckQueries({ prepare, dialect, tables }: Engine) {
  const { items, folders } = tables;
  const seenItems = queryVariants((place: 'anywhere' | 'folder') =>
    prepare(`sightings_items_${place}`, (db) =>
      db
        .select({ id: items.id, type: items.type, versionCount: items.versionCount })
        .from(items)
        .where(
          and(
            reachableItem({ dialect, tables }),
            oneOf(dialect, items.id, 'ids'),
            place === 'folder' ? eq(items.folderId, sql.placeholder('folderId')) : undefined,
          ),
        ),
    ),
  );
  const seenFolders = prepare('sightings_folders', (db) =>
    db
      .select({ id: folders.id })
      .from(folders)
      .where(and(eq(folders.orgId, sql.placeholder('orgId')), visibleFolder({ dialect, tables }), oneOf(dialect, folders.id, 'ids'))),
  );

  const changeableFolders = prepare('sightings_changeable_folders', (db) =>
    db
      .select({ id: folders.id })
      .from(folders)
      .where(and(eq(folders.orgId, sql.placeholder('orgId')), changeableFolder({ dialect, tables }), oneOf(dialect, folders.id, 'ids'))),
  );

  return {
    /** Documents, files and skills; those of one folder, if it is given. */
    *items(viewer: Viewer, ids: readonly string[], folderId?: string): Op<SeenItem[]> {
      const place = folderId === undefined ? 'anywhere' : 'folder';
      return yield* seenItems(place)({ ...viewerValues(viewer), ids: JSON.stringify(ids), folderId });
    },
    /** Folders in which the viewer may change what is there (D25.5), deleted ones too. */
    *changeableFolders(viewer: Viewer, ids: readonly string[]): Op<string[]> {
      return (yield* changeableFolders({ ...viewerValues(viewer), ids: JSON.stringify(ids) })).map(({ id }) => id);
    },
    *folders(viewer: Viewer, ids: readonly string[]): Op<string[]> {
      return (yield* seenFolders({ ...viewerValues(viewer), ids: JSON.stringify(ids) })).map(({ id }) => id);
    },
  };
}

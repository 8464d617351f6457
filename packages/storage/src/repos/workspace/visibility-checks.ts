import type { ItemType } from '@gatehouse/domain';
import { and, eq, sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import { type Engine, oneOf, queryVariants } from '../../query/engine.ts';
import { changeableFolder, reachableItem, type Viewer, viewerValues, visibleFolder } from '../../query/visibility.ts';

/** Fields of an item for a viewer who has not requested it. */
export interface SeenItem {
  id: string;
  type: ItemType;
  versionCount: number;
}

export type VisibilityCheckQueries = ReturnType<typeof visibilityCheckQueries>;

/** Finds which of many given items and folders a viewer can see now, including those in the trash. One query for all. */
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
    /** Documents, files and skills, of one folder if `folderId` is given. */
    *items(viewer: Viewer, ids: readonly string[], folderId?: string): Op<SeenItem[]> {
      const place = folderId === undefined ? 'anywhere' : 'folder';
      return yield* seenItems(place)({ ...viewerValues(viewer), ids: JSON.stringify(ids), folderId });
    },
    /** Folders whose content the viewer may change (D25.5), including deleted folders. */
    *changeableFolders(viewer: Viewer, ids: readonly string[]): Op<string[]> {
      return (yield* changeableFolders({ ...viewerValues(viewer), ids: JSON.stringify(ids) })).map(({ id }) => id);
    },
    *folders(viewer: Viewer, ids: readonly string[]): Op<string[]> {
      return (yield* seenFolders({ ...viewerValues(viewer), ids: JSON.stringify(ids) })).map(({ id }) => id);
    },
  };
}

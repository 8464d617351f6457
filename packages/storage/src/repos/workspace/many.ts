import { withoutJoiners } from '@gatehouse/domain';
import type { SkillFile } from '@gatehouse/domain/skills';
import { and, eq, gte, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Op } from '../../kernel/ops.ts';
import { omitColumns, pickColumns } from '../../query/columns.ts';
import { type Engine, oneOf } from '../../query/engine.ts';
import { hasName } from '../../query/has-name.ts';
import { reachableItem, type Viewer, viewerValues, visibleFolder } from '../../query/visibility.ts';
import { type Change, maxOfItem } from './changes.ts';
import { type Folder, isThere } from './folder-tree.ts';
import { type FoundItem, foundFields } from './items.ts';
import { openManifest } from './skills.ts';
import { isOfTakeBack, itemColumns, itemOf, type TakeBackItem } from './take-backs.ts';
import { derivedColumns, type Task } from './tasks.ts';
import { type MadeVersion, madeColumns, type StoredVersion, storedColumns } from './versions.ts';

/** A version of an item. For `madeFrom`, the first of several. */
export interface VersionKey {
  itemId: string;
  number: number;
}

/** A name in a folder. Null: outside of folders. */
export interface PlacedName {
  folderId: string | null;
  name: string;
}

/** List of a skill's files next to SKILL.md. */
export interface ManifestKey {
  itemId: string;
  hash: string;
}

/** An entry of a take-back that will be in a folder, and its present place. */
export interface ComingItem {
  itemId: string;
  targetFolder: string;
  folderId: string | null;
  wasDeleted: boolean;
}

/** A folder of a take-back that will have a new parent, and its present place. */
export interface ComingFolder {
  itemId: string;
  parentId: string | null;
  wasDeleted: boolean;
}

export type ManyQueries = ReturnType<typeof manyQueries>;

/** Queries about many items, folders or tasks, with one statement each. The caller limits their number. */
export function manyQueries(engine: Engine) {
  return { ...subjectsOfMany(engine), ...historiesOfMany(engine), ...namesOfMany(engine), ...comingOfMany(engine) };
}

function subjectsOfMany({ prepare, dialect, tables }: Engine) {
  const { folders, items, tasks, takeBackItems } = tables;
  const reachable = prepare('many_items', (db) =>
    db
      .select(foundFields({ dialect, tables }))
      .from(items)
      .where(and(reachableItem({ dialect, tables }), oneOf(dialect, items.id, 'ids'))),
  );
  const byId = prepare('many_tasks', (db) =>
    db
      .select(omitColumns(tasks, ...derivedColumns))
      .from(tasks)
      .where(and(eq(tasks.orgId, sql.placeholder('orgId')), oneOf(dialect, tasks.id, 'ids'))),
  );
  const foldersSeen = prepare('many_folders', (db) =>
    db
      .select()
      .from(folders)
      .where(and(eq(folders.orgId, sql.placeholder('orgId')), visibleFolder({ dialect, tables }), oneOf(dialect, folders.id, 'ids'))),
  );
  const entries = prepare('many_take_back_items', (db) =>
    db
      .select(itemColumns(tables))
      .from(takeBackItems)
      .where(and(isOfTakeBack(tables), oneOf(dialect, takeBackItems.itemId, 'ids'))),
  );

  return {
    /** Items that the viewer may see now, in the trash or not. */
    *items(viewer: Viewer, ids: readonly string[]): Op<FoundItem[]> {
      return yield* reachable({ ...viewerValues(viewer), ids: JSON.stringify(ids) });
    },
    *tasks(orgId: string, ids: readonly string[]): Op<Task[]> {
      return yield* byId({ orgId, ids: JSON.stringify(ids) });
    },
    /** Folders that the viewer may see now, or would see if they were not deleted. */
    *folders(viewer: Viewer, ids: readonly string[]): Op<Folder[]> {
      return yield* foldersSeen({ ...viewerValues(viewer), ids: JSON.stringify(ids) });
    },
    /** Entries of a take-back. */
    *takeBackItems({ orgId, id }: { orgId: string; id: string }, ids: readonly string[]): Op<TakeBackItem[]> {
      return (yield* entries({ orgId, id, ids: JSON.stringify(ids) })).map(itemOf);
    },
  };
}

function historiesOfMany({ prepare, dialect, tables: { changes, skillManifests, versions } }: Engine) {
  // Newest changes of each subject, which have consecutive numbers.
  const isNewest = sql`${changes.number} > (select max(c.number) from ${changes} c where c.org_id = ${changes.orgId}
    and c.subject_id = ${changes.subjectId}) - ${sql.raw(String(maxOfItem))}`;
  const changesOf = prepare('many_changes', (db) =>
    db
      .select(omitColumns(changes, 'orgId'))
      .from(changes)
      .where(and(eq(changes.orgId, sql.placeholder('orgId')), oneOf(dialect, changes.subjectId, 'ids'), isNewest))
      .orderBy(changes.subjectId, changes.number),
  );
  const fields = { ...pickColumns(versions, ...storedColumns), itemId: versions.itemId };
  const isWanted = and(eq(versions.orgId, sql.placeholder('orgId')), isPair(dialect, versions.itemId, versions.number));
  const byNumber = prepare('many_versions', (db) =>
    db
      .select({ ...fields, packed: sql<null>`null` })
      .from(versions)
      .where(isWanted),
  );
  const packed = prepare('many_versions_packed', (db) => db.select(fields).from(versions).where(isWanted));
  const part = partsOfPair[dialect];
  const wanted = rowsOf(dialect, sql`${sql.placeholder('pairs')}`);
  const madeFrom = prepare('many_versions_made_from', (db) =>
    db
      .select(pickColumns(versions, ...madeColumns))
      // This join order finds the versions of each item by index.
      .from(sql`${wanted}`)
      .crossJoin(versions)
      .where(and(eq(versions.orgId, sql.placeholder('orgId')), eq(versions.itemId, part.first), gte(versions.number, part.number)))
      .orderBy(versions.itemId, versions.number),
  );
  const creators = prepare('many_creators', (db) =>
    db
      .select(pickColumns(versions, 'itemId', 'personId'))
      // This join order finds the versions of each item by index.
      .from(sql`${wanted}`)
      .crossJoin(versions)
      .where(and(eq(versions.orgId, sql.placeholder('orgId')), eq(versions.itemId, part.first), eq(versions.number, part.number))),
  );
  const manifests = prepare('many_manifests', (db) =>
    db
      .select(pickColumns(skillManifests, 'itemId', 'hash', 'packed'))
      .from(skillManifests)
      .where(and(eq(skillManifests.orgId, sql.placeholder('orgId')), isPair(dialect, skillManifests.itemId, skillManifests.hash))),
  );
  const pairsOf = (keys: readonly VersionKey[]) => JSON.stringify(keys.map(({ itemId, number }) => [itemId, number]));

  return {
    /** Changes of subjects besides their bodies, in order: the newest ones of each, up to a maximum. */
    *changes(orgId: string, ids: readonly string[]): Op<Change[]> {
      return yield* changesOf({ orgId, ids: JSON.stringify(ids) });
    },
    /** Versions without their texts. */
    *versions(orgId: string, keys: readonly VersionKey[]): Op<(StoredVersion & VersionKey)[]> {
      return yield* byNumber({ orgId, pairs: pairsOf(keys) });
    },
    /** Same with their texts, still packed. */
    *packedVersions(orgId: string, keys: readonly VersionKey[]): Op<(StoredVersion & VersionKey)[]> {
      return yield* packed({ orgId, pairs: pairsOf(keys) });
    },
    /** Authors of the versions of items, from a version of each on, in order. */
    *madeFrom(orgId: string, keys: readonly VersionKey[]): Op<MadeVersion[]> {
      return yield* madeFrom({ orgId, pairs: pairsOf(keys) });
    },
    /** Creators of items. Null if a creator is unknown in the organization. */
    *creators(orgId: string, ids: readonly string[]): Op<Map<string, string | null>> {
      const rows = yield* creators({ orgId, pairs: JSON.stringify(ids.map((id) => [id, 1])) });
      return new Map(rows.map(({ itemId, personId }) => [itemId, personId]));
    },
    *manifests(orgId: string, keys: readonly ManifestKey[]): Op<(ManifestKey & { files: SkillFile[] })[]> {
      const rows = yield* manifests({ orgId, pairs: JSON.stringify(keys.map(({ itemId, hash }) => [itemId, hash])) });
      return rows.map(({ packed, ...key }) => ({ ...key, files: openManifest(packed) }));
    },
  };
}

/** Queries about names: their holders, and entries of a take-back that will have them. */
function namesOfMany(engine: Engine) {
  const { prepare, dialect, tables } = engine;
  const { folders, items, takeBackItems } = tables;
  const ofTakeBack = isOfTakeBack(tables);
  const { first, second } = partsOfPair[dialect];
  const wanted = rowsOf(dialect, sql`${sql.placeholder('pairs')}`);
  const named = prepare('many_named', (db) =>
    db
      .select({ folderKey: sql<string>`${first}`, name: sql<string>`${second}`, id: items.id })
      // This join order finds the items of each name by index.
      .from(sql`${wanted}`)
      .crossJoin(items)
      .where(
        and(
          eq(items.orgId, sql.placeholder('orgId')),
          hasName(dialect, items.name, second),
          sql`coalesce(${items.folderId}, '') = ${first}`,
          sql`${items.deletedAt} is null`,
          sql`${items.type} in ('file', 'skill')`,
        ),
      )
      .orderBy(sql`${items.id} desc`),
  );
  const foldersNamed = prepare('many_folders_named', (db) =>
    db
      .select({ folderKey: sql<string>`${first}`, name: sql<string>`${second}`, id: folders.id })
      .from(sql`${wanted}`)
      .crossJoin(folders)
      .where(
        and(
          eq(folders.orgId, sql.placeholder('orgId')),
          hasName(dialect, folders.name, second),
          sql`'/' || coalesce(${folders.parentId}, '') = ${first}`,
          visibleFolder({ dialect, tables }),
          isThere(tables),
        ),
      )
      .orderBy(sql`${folders.id} desc`),
  );
  const claims = prepare('many_take_back_claims', (db) =>
    db
      .select(itemColumns(tables))
      .from(takeBackItems)
      .where(and(ofTakeBack, isPair(dialect, takeBackItems.targetFolder, takeBackItems.targetName))),
  );
  const pairsOf = (keys: readonly PlacedName[]) => JSON.stringify(keys.map(({ folderId, name }) => [folderId ?? '', withoutJoiners(name)]));

  return {
    /** Files and skills with these names now, like `items.namedNow`, by the key of place and name. */
    *named(orgId: string, keys: readonly PlacedName[]): Op<Map<string, string>> {
      const rows = yield* named({ orgId, pairs: pairsOf(keys) });
      return new Map(rows.map(({ folderKey, name, id }) => [placedName(folderKey, name), id]));
    },
    /** Visible folders with these names, by the key of place and name. A place is `/` and the parent folder. */
    *foldersNamed(viewer: Viewer, keys: readonly PlacedName[]): Op<Map<string, string>> {
      const rows = yield* foldersNamed({ ...viewerValues(viewer), pairs: pairsOf(keys) });
      return new Map(rows.map(({ folderKey, name, id }) => [placedName(folderKey, name), id]));
    },
    /** Entries of a take-back that will get or keep one of these names. */
    *claims({ orgId, id }: { orgId: string; id: string }, keys: readonly PlacedName[]): Op<TakeBackItem[]> {
      return (yield* claims({ orgId, id, pairs: pairsOf(keys) })).map(itemOf);
    },
  };
}

/** Queries for entries of a take-back that will be in given folders. */
function comingOfMany({ prepare, dialect, tables }: Engine) {
  const { folders, items, takeBackItems } = tables;
  const ofTakeBack = isOfTakeBack(tables);
  const into = prepare('many_take_back_into', (db) =>
    db
      .select({
        itemId: takeBackItems.itemId,
        targetFolder: takeBackItems.targetFolder,
        wasDeleted: sql<number>`case when ${items.deletedAt} is null then 0 else 1 end`,
        folderId: items.folderId,
      })
      .from(takeBackItems)
      .innerJoin(items, and(eq(items.orgId, takeBackItems.orgId), eq(items.id, takeBackItems.itemId)))
      .where(
        and(
          ofTakeBack,
          oneOf(dialect, takeBackItems.targetFolder, 'folderIds'),
          sql`${takeBackItems.outcome} is null`,
          sql`(${items.deletedAt} is not null or coalesce(${items.folderId}, '') <> ${takeBackItems.targetFolder})`,
        ),
      )
      .limit(sql.placeholder('limit')),
  );
  const foldersInto = prepare('many_take_back_folders_into', (db) =>
    db
      .select({
        itemId: takeBackItems.itemId,
        wasDeleted: sql<number>`case when ${folders.deletedAt} is null then 0 else 1 end`,
        parentId: folders.parentId,
      })
      .from(takeBackItems)
      .innerJoin(folders, and(eq(folders.orgId, takeBackItems.orgId), eq(folders.id, takeBackItems.itemId)))
      .where(
        and(
          ofTakeBack,
          eq(takeBackItems.targetFolder, sql.placeholder('place')),
          sql`${takeBackItems.outcome} is null`,
          sql`(${folders.deletedAt} is not null or '/' || coalesce(${folders.parentId}, '') <> ${takeBackItems.targetFolder})`,
        ),
      )
      .limit(sql.placeholder('limit')),
  );

  return {
    /** Open folders of a take-back that will move or be restored into a folder. The place is `/` and that folder. */
    *foldersInto({ orgId, id }: { orgId: string; id: string }, place: string, limit: number): Op<ComingFolder[]> {
      const rows = yield* foldersInto({ orgId, id, place, limit });
      return rows.map(({ wasDeleted, ...row }) => ({ ...row, wasDeleted: Number(wasDeleted) === 1 }));
    },
    /** Open entries of a take-back that will move or be restored into given folders. */
    *into({ orgId, id }: { orgId: string; id: string }, folderIds: readonly string[], limit: number): Op<ComingItem[]> {
      const rows = yield* into({ orgId, id, folderIds: JSON.stringify(folderIds), limit });
      return rows.map(({ itemId, targetFolder, wasDeleted, folderId }) => ({
        itemId,
        targetFolder: targetFolder ?? '',
        folderId,
        wasDeleted: Number(wasDeleted) === 1,
      }));
    },
  };
}

/** Key of a name in a place. Names that differ only in joiners have one key (D16). */
export function placedName(folderId: string | null, name: string): string {
  return `${folderId ?? ''} ${withoutJoiners(name)}`;
}

const partsOfPair = {
  sqlite: {
    first: sql`json_extract(value, '$[0]')`,
    second: sql`json_extract(value, '$[1]')`,
    number: sql`json_extract(value, '$[1]')`,
  },
  postgres: { first: sql`value ->> 0`, second: sql`value ->> 1`, number: sql`(value ->> 1)::bigint` },
};

/** True if two columns equal one of the pairs in the placeholder `pairs`, a list in JSON. */
function isPair(dialect: Engine['dialect'], first: SQLiteColumn, second: SQLiteColumn): SQL {
  const part = partsOfPair[dialect];
  const pairs = rowsOf(dialect, sql`${sql.placeholder('pairs')}`);
  return sql`(${first}, ${second}) in (select ${part.first}, ${second.dataType === 'number' ? part.number : part.second} from ${pairs})`;
}

function rowsOf(dialect: Engine['dialect'], list: SQL): SQL {
  return dialect === 'sqlite' ? sql`json_each(${list})` : sql`json_array_elements(${list}::json)`;
}

import { type FileKind, type ItemType, textSourceOfItem, withoutJoiners } from '@gatehouse/domain';
import { and, eq, getTableColumns, gt, gte, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import { fillColumns, setOtherColumns } from '../../query/columns.ts';
import { type Db, type Engine, partsOf, queryVariants, scalar } from '../../query/engine.ts';
import { hasName } from '../../query/has-name.ts';
import { changeableItem, isSeenFolderOfReached, type Place, type Viewer, viewerValues, visibleItem } from '../../query/visibility.ts';
import { isSame, itemValues } from '../../schema/history/fields.ts';
import type { Tables } from '../../schema/schema.ts';
import type { ExtractedTextQueries } from './extracted-texts.ts';
import type { History, MadeBy, Subject } from './history.ts';
import { type MakerNames, makerNames } from './maker-names.ts';

/** A document, file or skill without its content. */
export type Item = Tables['items']['$inferSelect'];

/** An item that a viewer reaches. The name is null outside of folders, and in a folder that the viewer does not see. */
export type VisibleItem = Item & { folderName: string | null };

/**
 * Same, found by its identifier: with 1 if the place of the item asks for review of agents' changes (D78). Lists leave this out, because it
 * takes time in each row.
 */
export type FoundItem = VisibleItem & { asksReview: number };

/** Includes the current text if it is small enough. */
export type ItemToRead = FoundItem & { text: string | null };

/** Kinds of items that an operation accepts: `docId` names documents, `fileId` names files and skills. */
export type ItemSort = 'doc' | 'file' | 'skill' | 'file or skill' | 'any';

export interface ItemPosition {
  updatedAt: number;
  id: string;
}

export interface ItemFilter {
  viewer: Viewer;
  sort: 'doc' | 'file' | 'skill';
  folderId?: string | undefined;
  kind?: FileKind | undefined;
  /** The newest update first, or in the order of creation, which no change changes. */
  order?: ListOrder | undefined;
  /** Only items updated then or later. */
  since?: number | undefined;
  /** Only skills whose newest version is not reviewed. */
  waiting?: true | undefined;
  after?: ItemPosition | undefined;
  limit: number;
}

export type ListOrder = 'changed' | 'created';

/** An item with the names of its last editors, and its SHA-256 in hexadecimal. */
export type ListedItem = VisibleItem & ListedBeside;

interface ListedBeside extends MakerNames {
  hash: string;
}

/** Columns of lists of documents. Each further column costs time in every row. */
const docColumns = [
  'id',
  'name',
  'folderId',
  'folderName',
  'isSystem',
  'isAgentMemory',
  'versionCount',
  'sizeBytes',
  'lastChange',
  'updatedAt',
  'changedBy',
  'changedByAgent',
  'changedThrough',
] as const;

export type ListedDoc = Pick<VisibleItem, (typeof docColumns)[number]> & ListedBeside;

export type ItemQueries = ReturnType<typeof itemQueries>;

type Condition = 'folder' | 'kind' | 'since' | 'waiting' | 'after' | 'afterCreated';

/** Maximum changed items to sort by creation. More are read in that order. */
const fewChanges = 400;

const ofSort: Record<ItemSort, readonly ItemType[]> = {
  doc: ['doc'],
  file: ['file'],
  skill: ['skill'],
  'file or skill': ['file', 'skill'],
  any: ['doc', 'file', 'skill'],
};

export function itemQueries(engine: Engine, history: History, extractedTexts: ExtractedTextQueries) {
  return { ...itemReads(engine), ...itemLists(engine), ...itemWrites(engine, history, extractedTexts) };
}

function itemReads({ prepare, lockRow, lockName, dialect, tables }: Engine) {
  const { items } = tables;
  const fields = foundFields({ dialect, tables });
  const typeIs = (sort: ItemSort): SQL =>
    sql`${items.type} in (${sql.join(
      ofSort[sort].map((type) => sql.raw(`'${type}'`)),
      sql`, `,
    )})`;
  const seen = visibleItem({ dialect, tables });
  const oneOf = (db: Db, sort: ItemSort, condition: SQL) =>
    db
      .select(fields)
      .from(items)
      .where(and(condition, eq(items.id, sql.placeholder('id')), typeIs(sort)));
  const visible = queryVariants((sort: ItemSort) => prepare(`item_visible_${sort}`, (db) => oneOf(db, sort, seen)));
  const changeable = queryVariants((sort: ItemSort) =>
    prepare(`item_changeable_${sort}`, (db) => oneOf(db, sort, changeableItem({ dialect, tables }))),
  );
  const text = scalar<string | null>(
    sql`(select ${tables.texts.body} from ${tables.texts} where ${tables.texts.orgId} = ${items.orgId} and ${tables.texts.itemId} = ${items.id}
      and ${items.sizeBytes} <= ${sql.placeholder('maxBytes')})`,
  );
  const toRead = queryVariants((sort: ItemSort) =>
    prepare(`item_to_read_${sort}`, (db) =>
      db
        .select({ ...fields, text })
        .from(items)
        .where(and(seen, eq(items.id, sql.placeholder('id')), typeIs(sort))),
    ),
  );
  const named = prepare('item_named', (db) =>
    db
      .select({ id: items.id })
      .from(items)
      .where(
        and(
          eq(items.orgId, sql.placeholder('orgId')),
          hasName(dialect, items.name, sql.placeholder('name')),
          sql`coalesce(${items.folderId}, '') = ${sql.placeholder('folderKey')}`,
          sql`${items.deletedAt} is null`,
          typeIs('file or skill'),
        ),
      )
      .orderBy(items.id)
      .limit(1),
  );

  const linked = prepare('item_linked', (db) =>
    db
      .select(itemFields({ dialect, tables }))
      .from(items)
      .where(and(eq(items.orgId, sql.placeholder('orgId')), hasName(dialect, items.name, sql.placeholder('name')), seen))
      .orderBy(sql`case when coalesce(${items.folderId}, '') = ${sql.placeholder('folderKey')} then 0 else 1 end`, items.id)
      .limit(sql.placeholder('limit')),
  );

  return {
    /** Finds visible items by name, wherever they are. Items in `folderId` (null: outside of folders) come first. */
    *linked(viewer: Viewer, folderId: string | null, name: string, limit: number): Op<VisibleItem[]> {
      return yield* linked({ ...viewerValues(viewer), folderKey: folderId ?? '', name: withoutJoiners(name), limit });
    },
    /** The item, if the viewer may see it now (D5). */
    *visible(viewer: Viewer, sort: ItemSort, id: string): Op<FoundItem | undefined> {
      return (yield* visible(sort)({ ...viewerValues(viewer), id }))[0];
    },
    /** Same, with its text if it has at most this many bytes. On Postgres, a second query would double the cost. */
    *toRead(viewer: Viewer, sort: ItemSort, id: string, maxBytes: number): Op<ItemToRead | undefined> {
      return (yield* toRead(sort)({ ...viewerValues(viewer), id, maxBytes }))[0];
    },
    /** The item, if the viewer may change it: no other change to it can happen until the transaction ends (D20). */
    *visibleForChange(viewer: Viewer, sort: ItemSort, id: string): Op<FoundItem | undefined> {
      yield* lockRow('items', viewer.orgId, id);
      return (yield* changeable(sort)({ ...viewerValues(viewer), id }))[0];
    },
    /**
     * File or skill of this name in a folder (null: outside of folders), with the same joiners or others (D16). Names in a folder in which
     * one can write are not secret.
     */
    *named(orgId: string, folderId: string | null, given: string): Op<string | undefined> {
      const name = withoutJoiners(given);
      yield* lockName(orgId, 'file', folderId ?? '', name);
      return (yield* named({ orgId, name, folderKey: folderId ?? '' }))[0]?.id;
    },
    /** Same at this instant, without a lock: the name can be taken in the next moment. */
    *namedNow(orgId: string, folderId: string | null, name: string): Op<string | undefined> {
      return (yield* named({ orgId, name: withoutJoiners(name), folderKey: folderId ?? '' }))[0]?.id;
    },
  };
}

function itemLists(engine: Engine) {
  const { prepare, tables, dialect } = engine;
  const { items } = tables;
  const names = makerNames(engine);
  const fields = itemFields({ dialect, tables });
  const seen = visibleItem({ dialect, tables });
  const conditions: Record<Condition, () => SQL | undefined> = {
    folder: () => eq(items.folderId, sql.placeholder('folderId')),
    kind: () => eq(items.kind, sql.placeholder('kind')),
    after: () =>
      or(
        lt(items.updatedAt, sql.placeholder('afterTime')),
        and(eq(items.updatedAt, sql.placeholder('afterTime')), lt(items.id, sql.placeholder('afterId'))),
      ),
    since: () => gte(items.updatedAt, sql.placeholder('since')),
    waiting: () => sql`coalesce(${items.reviewedVersion}, 0) < ${items.versionCount}`,
    afterCreated: () => gt(items.id, sql.placeholder('afterId')),
  };
  // Converted by the database, because a buffer for each row costs more than all other columns.
  const hash = scalar<string>(dialect === 'sqlite' ? sql`lower(hex(${items.sha256}))` : sql`encode(${items.sha256}, 'hex')`);
  const beside = { hash, ...names.fields };
  const selected = {
    doc: { ...Object.fromEntries(docColumns.map((name) => [name, fields[name]])), ...beside },
    listed: { ...fields, ...beside },
    whole: fields,
  };
  const page = queryVariants((shape: string) => {
    const [columns, sort, order, ...filters] = partsOf<[keyof typeof selected, 'doc' | 'file' | 'skill', ListOrder, ...Condition[]]>(shape);
    const newestFirst = [sql`${items.updatedAt} desc`, sql`${items.id} desc`];
    return prepare(`items_${shape}`, (db) =>
      db
        .select(selected[columns] as typeof selected.whole)
        .from(items)
        .where(and(seen, eq(items.type, sort), ...filters.map((name) => conditions[name]())))
        .orderBy(...(order === 'created' ? [sql`${items.id}`] : newestFirst))
        .limit(sql.placeholder('limit')),
    );
  });
  function* select(
    columns: keyof typeof selected,
    { viewer, sort, folderId, kind, order = 'changed', since, waiting, after, limit }: ItemFilter,
  ): Op<VisibleItem[]> {
    const shape: string[] = [columns, sort, order];
    if (folderId !== undefined) shape.push('folder');
    if (kind !== undefined) shape.push('kind');
    if (since !== undefined) shape.push('since');
    if (waiting) shape.push('waiting');
    if (after) shape.push(order === 'created' ? 'afterCreated' : 'after');
    const position = after && { afterTime: after.updatedAt, afterId: after.id };
    return yield* page(shape.join(' '))({ ...viewerValues(viewer), folderId, kind, since, limit, ...position });
  }
  function* list(columns: 'doc' | 'listed', filter: ItemFilter): Op<ListedItem[]> {
    const few = filter.order === 'created' && filter.since !== undefined ? yield* listFewChanged(columns, filter) : undefined;
    const rows = few ?? (yield* select(columns, filter));
    return yield* names.withNames(filter.viewer.orgId, rows as (VisibleItem & { hash: string })[]);
  }
  /** Lists a few changed items in the order of creation. Finds them by change and sorts them, because no index has both. */
  function* listFewChanged(columns: 'doc' | 'listed', filter: ItemFilter): Op<VisibleItem[] | undefined> {
    const { after } = filter;
    const changed = yield* select(columns, { ...filter, order: 'changed', after: undefined, limit: fewChanges + 1 });
    if (changed.length > fewChanges) return undefined;
    const behind = after ? changed.filter(({ id }) => id > after.id) : changed;
    return behind.sort((one, other) => (one.id < other.id ? -1 : 1)).slice(0, filter.limit);
  }
  const inOrder = prepare('items_in_order', (db) =>
    db
      .select(fields)
      .from(items)
      .where(and(seen, gt(items.id, sql.placeholder('afterId'))))
      .orderBy(items.id)
      .limit(sql.placeholder('limit')),
  );

  return {
    /** Visible items of one type. */
    list: (filter: ItemFilter): Op<ListedItem[]> => list('listed', filter),
    /** Visible documents, with only the columns that lists show. */
    listDocs: (filter: Omit<ItemFilter, 'sort'>): Op<ListedDoc[]> => list('doc', { ...filter, sort: 'doc' }),
    /** Same with every column, without the names of the last editors. */
    newest: (filter: Omit<ItemFilter, 'order'>): Op<VisibleItem[]> => select('whole', filter),
    /** All visible items in the order of their identifiers, which no change changes. */
    *inOrder(viewer: Viewer, afterId: string, limit: number): Op<VisibleItem[]> {
      return yield* inOrder({ ...viewerValues(viewer), afterId, limit });
    },
  };
}

/** Columns that new content does not change. */
const besideContent = [
  'name',
  'folderId',
  'kind',
  'mimeType',
  'description',
  'tags',
  'isAgentMemory',
  'manifest',
  'reviewedVersion',
  'reviewCount',
  'waitsSince',
  'deletedAt',
  'deletedBy',
] as const;

function itemWrites({ prepare, tables: { items } }: Engine, history: History, extractedTexts: ExtractedTextQueries) {
  const byKey = and(eq(items.orgId, sql.placeholder('orgId')), eq(items.id, sql.placeholder('id')));
  const insert = prepare('item_insert', (db) => db.insert(items).values(fillColumns(items, 'deletedAt', 'deletedBy')));
  const update = prepare('item_update', (db) =>
    db
      .update(items)
      .set(setOtherColumns(items, 'orgId', 'id', 'type', 'isSystem', 'createdAt'))
      .where(byKey),
  );
  // SQLite rewrites every index with a column that the statement names, changed or not: most of the fourteen.
  const updateContent = prepare('item_update_content', (db) =>
    db
      .update(items)
      .set(setOtherColumns(items, 'orgId', 'id', 'type', 'isSystem', 'createdAt', ...besideContent))
      .where(byKey),
  );

  /** Requests the text of a file after each change of the file, by whichever tool (D75). */
  function* requestText(item: Item): Op<void> {
    const source = textSourceOfItem(item);
    const { orgId, id: itemId, versionCount: version, updatedAt: at } = item;
    if (source) yield* extractedTexts.request({ orgId, itemId, version, source, at });
  }

  function* replaceText(item: Item, before: Item): Op<void> {
    if (textSourceOfItem(before) && !textSourceOfItem(item)) yield* extractedTexts.remove(item.orgId, item.id);
    else yield* requestText(item);
  }

  return {
    *create(item: Item): Op<void> {
      yield* insert({ ...item });
      yield* requestText(item);
    },
    /** Saves an item, and records its changes besides the body in the history. // D65 */
    *update(item: Item, before: Item, by: MadeBy): Op<void> {
      const isContentAlone = besideContent.every((name) => isSame(item[name], before[name]));
      yield* (isContentAlone ? updateContent : update)({ ...item });
      if (item.versionCount !== before.versionCount || item.mimeType !== before.mimeType) yield* replaceText(item, before);
      yield* history.changed(subjectOf(item), itemValues(before), itemValues(item), by);
    },
  };
}

function subjectOf({ orgId, id, versionCount }: Item): Subject {
  return { orgId, id, version: versionCount };
}

/** Selects every column of an item and the name of its folder, if the viewer sees the folder. Use only with a visibility predicate. */
export function itemFields(place: Place) {
  const { items, folders } = place.tables;
  return {
    ...getTableColumns(items),
    folderName: scalar<string | null>(
      sql`(select ${folders.name} from ${folders} where ${folders.orgId} = ${items.orgId} and ${folders.id} = ${items.folderId}
        and ${isSeenFolderOfReached(place)})`,
    ),
  };
}

/** Same for items that are found by their identifiers. */
export function foundFields(place: Place) {
  return { asksReview: asksReview(place.tables), ...itemFields(place) };
}

/** Computes 1 if the item's top folder asks for review, or the organization for items outside of folders, otherwise 0. */
function asksReview({ items, folders, organizations }: Tables): SQL<number> {
  const column = sql.identifier(folders.asksReview.name);
  return scalar<number>(sql`(case when ${items.folderId} is null
    then (select case when ${organizations.asksReview} then 1 else 0 end from ${organizations} where ${organizations.id} = ${items.orgId})
    else (select case when root.${column} then 1 else 0 end from ${folders} inner join ${folders} as root
      on root.org_id = ${folders.orgId} and root.id = ${folders.rootId}
      where ${folders.orgId} = ${items.orgId} and ${folders.id} = ${items.folderId}) end)`);
}

import type { TakeBackExpectation, TakeBackOutcome } from '@gatehouse/domain';
import { and, desc, eq, getTableColumns, gt, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import { fillColumns, omitColumns, setColumns, takeColumns } from '../../query/columns.ts';
import { type Engine, oneOf, queryVariants, scalar } from '../../query/engine.ts';
import type { Tables } from '../../schema/schema.ts';
import { outcomeOf, progressOf, storedOutcome, storedProgress } from '../../schema/stored-take-back.ts';
import type { TakeBackProgress } from '../../schema/take-back.ts';

type StoredTakeBack = Tables['takeBacks']['$inferSelect'];
type StoredItem = Omit<Tables['takeBackItems']['$inferSelect'], 'orgId' | 'takeBackId'>;

/** A take-back and its progress. */
export type TakeBack = Omit<StoredTakeBack, 'progress'> & { progress: TakeBackProgress };

export type TakeBackItem = Omit<StoredItem, 'outcome'> & { outcome: TakeBackOutcome | null };

/** Number of entries of a take-back with one expected result, and with one reason to stay. */
export interface Expectations {
  expected: TakeBackExpectation | null;
  reason: string | null;
  count: number;
}

export interface FolderExpectations extends Omit<Expectations, 'reason'> {
  folderId: string;
}

export type TakeBackQueries = ReturnType<typeof takeBackQueries>;

export function takeBackQueries(engine: Engine) {
  return { ...takeBackRows(engine), ...takeBackItems(engine), ...takeBackWrites(engine), ...takeBackPreview(engine) };
}

function takeBackRows({ prepare, lockName, tables: { takeBacks } }: Engine) {
  const isThis = and(eq(takeBacks.orgId, sql.placeholder('orgId')), eq(takeBacks.id, sql.placeholder('id')));
  const byId = prepare('take_back_by_id', (db) => db.select().from(takeBacks).where(isThis));
  const ofPerson = queryVariants((shape: 'first' | 'next') =>
    prepare(`take_backs_${shape}`, (db) =>
      db
        .select()
        .from(takeBacks)
        .where(
          and(
            eq(takeBacks.orgId, sql.placeholder('orgId')),
            eq(takeBacks.personId, sql.placeholder('personId')),
            shape === 'next' ? lt(takeBacks.id, sql.placeholder('beforeId')) : undefined,
          ),
        )
        .orderBy(desc(takeBacks.id))
        .limit(sql.placeholder('limit')),
    ),
  );
  const insert = prepare('take_back_insert', (db) => db.insert(takeBacks).values(fillColumns(takeBacks)));
  const update = prepare('take_back_update', (db) =>
    db
      .update(takeBacks)
      .set(setColumns(takeBacks, 'state', 'progress'))
      .where(isThis),
  );

  return {
    *find(orgId: string, id: string): Op<TakeBack | undefined> {
      return (yield* byId({ orgId, id })).map(takeBackOf)[0];
    },
    /** A concurrent step waits until the transaction ends. */
    *findForChange(orgId: string, id: string): Op<TakeBack | undefined> {
      yield* lockName(orgId, 'put_back', id);
      return (yield* byId({ orgId, id })).map(takeBackOf)[0];
    },
    /** Take-backs of one person, newest first. */
    *page(orgId: string, personId: string, limit: number, beforeId?: string): Op<TakeBack[]> {
      const rows = yield* ofPerson(beforeId === undefined ? 'first' : 'next')({ orgId, personId, limit, beforeId });
      return rows.map(takeBackOf);
    },
    *create(takeBack: TakeBack): Op<void> {
      yield* insert({ ...takeBack, progress: storedProgress(takeBack.progress) });
    },
    *update(takeBack: TakeBack): Op<void> {
      yield* update({ ...takeBack, progress: storedProgress(takeBack.progress) });
    },
  };
}

function takeBackItems(engine: Engine) {
  const { prepare, tables } = engine;
  const { takeBackItems } = tables;
  const ofTakeBack = isOfTakeBack(tables);
  const item = prepare('take_back_item', (db) =>
    db
      .select(itemColumns(tables))
      .from(takeBackItems)
      .where(and(ofTakeBack, eq(takeBackItems.itemId, sql.placeholder('itemId')))),
  );
  const after = (name: string, condition?: SQL) =>
    prepare(name, (db) =>
      db
        .select(itemColumns(tables))
        .from(takeBackItems)
        .where(and(ofTakeBack, gt(takeBackItems.itemId, sql.placeholder('afterId')), condition))
        .orderBy(takeBackItems.itemId)
        .limit(sql.placeholder('limit')),
    );
  const items = after('take_back_items');
  const open = after('take_back_items_open', isNull(takeBackItems.outcome));
  const waiting = after('take_back_items_waiting', isNull(takeBackItems.expected));

  return {
    *item({ orgId, id }: TakeBack, itemId: string): Op<TakeBackItem | undefined> {
      return (yield* item({ orgId, id, itemId })).map(itemOf)[0];
    },
    /** Returns entries in the order of their identifiers, after one of them. */
    *items({ orgId, id }: Pick<TakeBack, 'orgId' | 'id'>, afterId: string, limit: number): Op<TakeBackItem[]> {
      return (yield* items({ orgId, id, afterId, limit })).map(itemOf);
    },
    /** Same, without entries that are done. */
    *open({ orgId, id }: TakeBack, afterId: string, limit: number): Op<TakeBackItem[]> {
      return (yield* open({ orgId, id, afterId, limit })).map(itemOf);
    },
    /** Same, only entries that no preview has decided about. */
    *waiting({ orgId, id }: TakeBack, afterId: string, limit: number): Op<TakeBackItem[]> {
      return (yield* waiting({ orgId, id, afterId, limit })).map(itemOf);
    },
  };
}

function takeBackWrites({ prepare, dialect, tables: { takeBackItems } }: Engine) {
  const key = [takeBackItems.orgId, takeBackItems.takeBackId, takeBackItems.itemId];
  const ofRow: Record<string, SQL> = { orgId: sql`${sql.placeholder('orgId')}`, takeBackId: sql`${sql.placeholder('id')}` };
  const field = (name: string) =>
    dialect === 'sqlite'
      ? sql.raw(`json_extract(value, '$.${name}')`)
      : sql.raw(name === 'plan' ? `value -> '${name}'` : `value ->> '${name}'`);
  const values = Object.keys(getTableColumns(takeBackItems)).map((name) => ofRow[name] ?? field(name));
  const list = sql.placeholder('entries');
  const rows = dialect === 'sqlite' ? sql`json_each(${list}) where true` : sql`json_array_elements(${list}::json)`;
  const given = sql`select ${sql.join(values, sql`, `)} from ${rows}`;
  const put = prepare('take_back_items_put', (db) =>
    db
      .insert(takeBackItems)
      .select(given)
      .onConflictDoUpdate({ target: key, set: takeColumns(takeBackItems, 'plan', 'outcome') }),
  );
  const expect = prepare('take_back_items_expect', (db) =>
    db
      .insert(takeBackItems)
      .select(given)
      .onConflictDoUpdate({
        target: key,
        set: takeColumns(takeBackItems, 'plan', 'folderId', 'expected', 'expectedReason', 'targetFolder', 'targetName'),
      }),
  );
  function* putItems({ orgId, id }: TakeBack, entries: readonly Pick<TakeBackItem, 'itemId' | 'plan' | 'outcome'>[]): Op<void> {
    if (entries.length === 0) return;
    const rows = entries.map(({ itemId, plan, outcome }) => ({ itemId, plan, outcome: storedOutcome(outcome) }));
    yield* put({ orgId, id, entries: JSON.stringify(rows) });
  }

  return {
    putItems,
    *putItem(takeBack: TakeBack, entry: Pick<TakeBackItem, 'itemId' | 'plan' | 'outcome'>): Op<void> {
      yield* putItems(takeBack, [entry]);
    },
    /** Stores expected results of open entries, and the choices of a person for them. */
    *expect({ orgId, id }: TakeBack, entries: readonly Omit<TakeBackItem, 'outcome'>[]): Op<void> {
      if (entries.length > 0) yield* expect({ orgId, id, entries: JSON.stringify(entries) });
    },
  };
}

function takeBackPreview({ prepare, dialect, tables }: Engine) {
  const { takeBackItems } = tables;
  const ofTakeBack = isOfTakeBack(tables);
  const count = scalar<number>(sql`count(*)`);
  const expectations = prepare('take_back_expectations', (db) =>
    db
      .select({ expected: takeBackItems.expected, reason: takeBackItems.expectedReason, count })
      .from(takeBackItems)
      .where(ofTakeBack)
      .groupBy(takeBackItems.expected, takeBackItems.expectedReason),
  );
  const foldersOf = queryVariants((shape: 'first' | 'next') =>
    prepare(`take_back_folders_${shape}`, (db) =>
      db
        .selectDistinct({ folderId: takeBackItems.folderId })
        .from(takeBackItems)
        .where(
          and(
            ofTakeBack,
            shape === 'next' ? gt(takeBackItems.folderId, sql.placeholder('afterFolder')) : isNotNull(takeBackItems.folderId),
          ),
        )
        .orderBy(takeBackItems.folderId)
        .limit(sql.placeholder('limit')),
    ),
  );
  const inFolders = prepare('take_back_folder', (db) =>
    db
      .select({ folderId: takeBackItems.folderId, expected: takeBackItems.expected, count })
      .from(takeBackItems)
      .where(and(ofTakeBack, oneOf(dialect, takeBackItems.folderId, 'folderIds')))
      .groupBy(takeBackItems.folderId, takeBackItems.expected)
      .orderBy(takeBackItems.folderId),
  );
  // Entries that wait for a person come first.
  const rank = sql`case ${takeBackItems.expected} when 'needs_you' then 0 else 1 end`;
  const after = sql`(${sql.placeholder('afterRank')}, ${sql.placeholder('afterExpected')}, ${sql.placeholder('afterId')})`;
  const shownIn = prepare('take_back_folder_items', (db) =>
    db
      .select(itemColumns(tables))
      .from(takeBackItems)
      .where(
        and(
          ofTakeBack,
          eq(takeBackItems.folderId, sql.placeholder('folderId')),
          sql`(${rank}, ${takeBackItems.expected}, ${takeBackItems.itemId}) > ${after}`,
        ),
      )
      .orderBy(rank, takeBackItems.expected, takeBackItems.itemId)
      .limit(sql.placeholder('limit')),
  );

  return {
    /** Number of entries in a preview with each expected result and reason. */
    *expectations({ orgId, id }: TakeBack): Op<Expectations[]> {
      return yield* expectations({ orgId, id });
    },
    /** Returns the same numbers for each folder with entries, after one of the folders. */
    *expectationsByFolder(
      { orgId, id }: Pick<TakeBack, 'orgId' | 'id'>,
      afterFolder: string | undefined,
      limit: number,
    ): Op<FolderExpectations[]> {
      const folders = yield* foldersOf(afterFolder === undefined ? 'first' : 'next')({ orgId, id, afterFolder, limit });
      const found = yield* inFolders({ orgId, id, folderIds: JSON.stringify(folders.map(({ folderId }) => folderId)) });
      return found.map(({ folderId, ...row }) => ({ folderId: folderId ?? '', ...row }));
    },
    /** Entries of one folder in a preview, in groups by expected result. The group that waits for a person comes first. */
    *shownIn({ orgId, id }: TakeBack, folderId: string, after: { expected: string; itemId: string }, limit: number): Op<TakeBackItem[]> {
      const afterRank = after.expected === '' || after.expected === 'needs_you' ? 0 : 1;
      const rows = yield* shownIn({ orgId, id, folderId, afterRank, afterExpected: after.expected, afterId: after.itemId, limit });
      return rows.map(itemOf);
    },
  };
}

/** Columns of an entry. */
export function itemColumns({ takeBackItems }: Tables) {
  return omitColumns(takeBackItems, 'orgId', 'takeBackId');
}

export function isOfTakeBack({ takeBackItems }: Tables): SQL | undefined {
  return and(eq(takeBackItems.orgId, sql.placeholder('orgId')), eq(takeBackItems.takeBackId, sql.placeholder('id')));
}

function takeBackOf(row: StoredTakeBack): TakeBack {
  return { ...row, progress: progressOf(row.progress) };
}

export function itemOf(row: StoredItem): TakeBackItem {
  return { ...row, outcome: outcomeOf(row.outcome) };
}

import { toolsThatOnlyRead } from '@gatehouse/domain';
import { and, desc, eq, getTableColumns, gte, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import { type Engine, partsOf, queryVariants } from '../../query/engine.ts';
import { sqliteTables } from '../../schema/schema.ts';
import { logPosition } from './log-position.ts';
import type { Activity, ActivityFilter } from './logged-call.ts';

/** Filter for an organization's log, newest first, and the number of rows to read for it. */
export interface ActivityLook extends Omit<ActivityFilter, 'fromId' | 'throughId' | 'news' | 'beforeId'> {
  /** Range of row numbers to read: from the first to before the second. */
  fromId: number;
  beforeId: number;
  /** Only calls by programs and agents, or only calls by people without the console's own reads. */
  by?: 'agents' | 'people' | undefined;
  /** Only calls that failed or were refused. */
  isRefused?: true | undefined;
  /** Maximum rows to read. With an item, a person or a key, only theirs are read. */
  most: number;
}

export interface LookedRows {
  /** At most `limit` rows. */
  rows: Activity[];
  /** Row at which reading stopped because it was enough. Undefined if everything was read. */
  lookedTo: { id: number; at: number } | undefined;
}

const readingTools = toolsThatOnlyRead.map((tool) => sql.raw(`'${tool}'`));
const columns = Object.keys(getTableColumns(sqliteTables.activity)) as (keyof Activity)[];
type Whose = 'all' | 'person' | 'key';
const filters = [
  'since',
  'until',
  'tool',
  'keyId',
  'personId',
  'agentId',
  'itemId',
  'outcome',
  'entrance',
  'requestId',
  'by',
  'isRefused',
] as const;
type Filter = (typeof filters)[number];

/** Searches the log in limited time, with any filter (D44). */
export function lookThroughLog(engine: Engine): (look: ActivityLook) => Op<LookedRows> {
  const read = logPosition(engine, 'items').read;
  const look = lookAtRows(engine);
  const lookAtItem = lookAtRowsOfItem(engine);

  /** The index by item does not contain the newest rows yet, so these are read from the whole log. */
  return function* (wanted) {
    const { itemId, fromId, beforeId, limit } = wanted;
    if (itemId === undefined) return yield* look(wanted);
    const behind = (yield* read()).activityId + 1;
    const newest = yield* look({ ...wanted, fromId: Math.max(fromId, behind) });
    if (newest.rows.length >= limit || newest.lookedTo) return newest;
    const older = yield* lookAtItem({ ...wanted, itemId, beforeId: Math.min(beforeId, behind), limit: limit - newest.rows.length });
    return { rows: [...newest.rows, ...older.rows], lookedTo: older.lookedTo };
  };
}

function lookAtRows({ prepare, dialect, tables: { activity } }: Engine): (look: ActivityLook) => Op<LookedRows> {
  const owner = { all: undefined, person: activity.personId, key: activity.keyId } as const;

  /** Rows to read, in the order of an index, so that both engines use that index. */
  function span(whose: Whose) {
    const column = owner[whose];
    const isOwn = column && eq(column, sql.placeholder('whoseId'));
    const inOrder = [activity.orgId, ...(column ? [column] : []), activity.id];
    if (dialect === 'sqlite') {
      const numbers = and(gte(activity.id, sql.placeholder('fromId')), lt(activity.id, sql.placeholder('beforeId')));
      return { where: and(eq(activity.orgId, sql.placeholder('orgId')), isOwn, numbers), order: [desc(activity.id)] };
    }
    // Uses row comparisons like `organizationLog` in activity.ts: a range of rows then has only one order, with an index for it.
    const row = sql`(${sql.join(inOrder, sql`, `)})`;
    const end = (name: string) => {
      const values = [sql.placeholder('orgId'), ...(column ? [sql.placeholder('whoseId')] : []), sql`${sql.placeholder(name)}::bigint`];
      return sql`(${sql.join(values, sql`, `)})`;
    };
    return {
      where: and(isOwn, sql`${row} >= ${end('fromId')}`, sql`${row} < ${end('beforeId')}`),
      order: inOrder.map((each) => desc(each)),
    };
  }

  const find = queryVariants((shape: string) => {
    const [whose, ...names] = partsOf<[Whose, ...Filter[]]>(shape);
    const { where, order } = span(whose);
    return prepare(`activity_look_${shape}`, (db) => {
      const looked = db
        .select()
        .from(activity)
        .where(where)
        .orderBy(...order)
        .limit(sql.placeholder('most'))
        .as('looked');
      return db
        .select(Object.fromEntries(columns.map((column) => [column, looked[column]])) as Pick<typeof looked, keyof Activity>)
        .from(looked)
        .where(and(...names.map((name) => condition(looked, name))))
        .orderBy(desc(looked.id))
        .limit(sql.placeholder('limit'));
    });
  });

  const end = queryVariants((whose: Whose) => {
    const { where, order } = span(whose);
    return prepare(`activity_look_end_${whose}`, (db) =>
      db
        .select({ id: activity.id, at: activity.at })
        .from(activity)
        .where(where)
        .orderBy(...order)
        .limit(1)
        .offset(sql.placeholder('before')),
    );
  });

  return function* look(wanted) {
    const { limit, most: looked, keyId, personId } = wanted;
    const whose: Whose = keyId !== undefined ? 'key' : personId !== undefined ? 'person' : 'all';
    const names = filters.filter((name) => wanted[name] !== undefined && name !== `${whose}Id`);
    const values = { ...wanted, whoseId: keyId ?? personId };
    const rows = (yield* find([whose, ...names].join(' '))(values)) as Activity[];
    if (rows.length >= limit) return { rows, lookedTo: undefined };
    return { rows, lookedTo: (yield* end(whose)({ ...values, before: looked - 1 }))[0] };
  };
}

/** Reads the rows of one item that are already filed under it. */
function lookAtRowsOfItem({ prepare, inMonthOf, tables: { activity, activityItems } }: Engine) {
  const ofItem = and(
    eq(activityItems.orgId, sql.placeholder('orgId')),
    eq(activityItems.itemId, sql.placeholder('itemId')),
    gte(activityItems.activityId, sql.placeholder('fromId')),
    lt(activityItems.activityId, sql.placeholder('beforeId')),
  );
  const inOrder = [desc(activityItems.orgId), desc(activityItems.itemId), desc(activityItems.activityId)];
  const find = queryVariants((shape: string) => {
    const names = partsOf<Filter[]>(shape);
    return prepare(`activity_look_item_${shape}`, (db) => {
      const looked = db
        .select({ activityId: activityItems.activityId, began: sql<number>`${activityItems.at}`.as('began') })
        .from(activityItems)
        .where(ofItem)
        .orderBy(...inOrder)
        .limit(sql.placeholder('most'))
        .as('looked');
      return db
        .select(getTableColumns(activity))
        .from(looked)
        .innerJoin(activity, and(eq(activity.id, looked.activityId), inMonthOf?.(looked.began)))
        .where(
          and(
            eq(activity.orgId, sql.placeholder('orgId')),
            eq(activity.itemId, sql.placeholder('itemId')),
            ...names.map((name) => condition(activity, name)),
          ),
        )
        .orderBy(desc(looked.activityId))
        .limit(sql.placeholder('limit'));
    });
  });
  const end = prepare('activity_look_end_item', (db) =>
    db
      .select({ id: activityItems.activityId, at: activityItems.at })
      .from(activityItems)
      .where(ofItem)
      .orderBy(...inOrder)
      .limit(1)
      .offset(sql.placeholder('before')),
  );

  return function* (wanted: ActivityLook & { itemId: string }): Op<LookedRows> {
    const names = filters.filter((name) => wanted[name] !== undefined && name !== 'itemId');
    const rows = yield* find(names.join(' '))({ ...wanted });
    if (rows.length >= wanted.limit) return { rows, lookedTo: undefined };
    return { rows, lookedTo: (yield* end({ ...wanted, before: wanted.most - 1 }))[0] };
  };
}

/** Condition that each row read must meet. */
function condition(rows: Record<Exclude<Filter, 'since' | 'until' | 'isRefused' | 'by'> | 'at', SQLWrapper>, name: Filter): SQL {
  if (name === 'isRefused') return sql`${rows.outcome} <> 'ok'`;
  if (name === 'by') {
    const isAgent = sql`${rows.entrance} in ('http', 'mcp')`;
    const isOwnRead = sql`(${rows.entrance} = 'console' and ${rows.tool} in (${sql.join(readingTools, sql`, `)}))`;
    return sql`case ${sql.placeholder('by')} when 'agents' then ${isAgent} else not ${isAgent} and not ${isOwnRead} end`;
  }
  const given = sql.placeholder(name);
  if (name === 'since') return sql`${rows.at} >= ${given}`;
  return name === 'until' ? sql`${rows.at} <= ${given}` : sql`${rows[name]} = ${given}`;
}

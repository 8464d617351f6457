import { and, desc, eq, getTableColumns, gte, lt, lte, type SQL, sql } from 'drizzle-orm';
import { type Engine, pageLimit, queryVariants, unpeeked } from '../engine.ts';
import type { Op } from '../ops.ts';
import { sqliteTables } from '../schema.ts';
import type { Activity, ActivityFilter } from './logged-call.ts';

/** Which rows of an organization's log are wanted, newest first, and how many are looked at for them. */
export interface ActivityLook extends Omit<ActivityFilter, 'fromId' | 'throughId' | 'news' | 'beforeId'> {
  /** Only rows with these numbers are looked at: from the first on, before the second. */
  fromId: number;
  beforeId: number;
  /** At most so many. Of one person or one key only theirs are looked at. */
  most: number;
}

export interface LookedRows {
  /** At most `limit`. */
  rows: Activity[];
  /** Where looking ended because it was enough; undefined when all that was to be looked at was. */
  lookedTo: { id: number; at: number } | undefined;
}

const columns = Object.keys(getTableColumns(sqliteTables.activity)) as (keyof Activity)[];
type Whose = 'all' | 'person' | 'key';
const filters = ['since', 'until', 'tool', 'keyId', 'personId', 'agentId', 'itemId', 'outcome', 'entrance', 'requestId'] as const;
type Filter = (typeof filters)[number];

/** Looks through the log in bounded time, whatever is looked for (D44). */
export function lookThroughLog({ prepare, dialect, tables: { activity } }: Engine): (look: ActivityLook) => Op<LookedRows> {
  const owner = { all: undefined, person: activity.personId, key: activity.keyId } as const;

  /** The rows to be looked at, in the order of an index, which both engines then take. */
  function span(whose: Whose) {
    const column = owner[whose];
    const isOwn = column && eq(column, sql.placeholder('whoseId'));
    const inOrder = [activity.orgId, ...(column ? [column] : []), activity.id];
    if (dialect === 'sqlite') {
      const numbers = and(gte(activity.id, sql.placeholder('fromId')), lt(activity.id, sql.placeholder('beforeId')));
      return { where: and(eq(activity.orgId, sql.placeholder('orgId')), isOwn, numbers), order: [desc(activity.id)] };
    }
    // As `organizationLog` in activity.ts: a span of rows has only one order, and an index for it.
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
    const [whose, ...names] = shape.split(' ') as [Whose, ...Filter[]];
    const { where, order } = span(whose);
    return prepare(`activity_look_${shape}`, (db) => {
      const looked = db
        .select()
        .from(activity)
        .where(where)
        .orderBy(...order)
        .limit(most())
        .as('looked');
      const conditions: Record<Filter, () => SQL> = {
        since: () => gte(looked.at, sql.placeholder('since')),
        until: () => lte(looked.at, sql.placeholder('until')),
        tool: () => eq(looked.tool, sql.placeholder('tool')),
        keyId: () => eq(looked.keyId, sql.placeholder('keyId')),
        personId: () => eq(looked.personId, sql.placeholder('personId')),
        agentId: () => eq(looked.agentId, sql.placeholder('agentId')),
        itemId: () => eq(looked.itemId, sql.placeholder('itemId')),
        outcome: () => eq(looked.outcome, sql.placeholder('outcome')),
        entrance: () => eq(looked.entrance, sql.placeholder('entrance')),
        requestId: () => eq(looked.requestId, sql.placeholder('requestId')),
      };
      return db
        .select(Object.fromEntries(columns.map((column) => [column, looked[column]])) as Pick<typeof looked, keyof Activity>)
        .from(looked)
        .where(and(...names.map((name) => conditions[name]())))
        .orderBy(desc(looked.id))
        .limit(pageLimit());
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
        .offset(unpeeked('before') as never),
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

/** As `pageLimit`, of what is looked at. */
function most() {
  return unpeeked('most') as unknown as ReturnType<typeof pageLimit>;
}

import type { TaskStatus } from '@gatehouse/domain';
import { and, eq, gt, gte, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import { fillColumns, omitColumns, setOtherColumns } from '../../query/columns.ts';
import { type Engine, given, partsOf, queryVariants } from '../../query/engine.ts';
import { taskValues } from '../../schema/history/fields.ts';
import type { Tables } from '../../schema/schema.ts';
import type { History, MadeBy, Subject } from './history.ts';

/** A task, without the columns that only conditions need. */
export type Task = Omit<Tables['tasks']['$inferSelect'], (typeof derivedColumns)[number]>;

export interface TaskFilter {
  orgId: string;
  includeDone: boolean;
  status?: TaskStatus | undefined;
  assignee?: string | undefined;
  /** Only tasks that are due before this time. */
  dueBefore?: number | undefined;
  /** Only tasks that come after this one in the order of the list. */
  after?: Task | undefined;
  /** By due date, or in the order of creation, which no change changes. */
  order?: 'due' | 'created' | undefined;
  /** Only tasks that were changed then or later. */
  since?: number | undefined;
  limit: number;
}

export interface ChangedTasks {
  orgId: string;
  /** Only open ones, or only those that are done or canceled. */
  isOpen?: boolean | undefined;
  /** Only tasks that were changed then or later. */
  since?: number | undefined;
  /** Only tasks after this one in the order of the list. */
  before?: Pick<Task, 'updatedAt' | 'id'> | undefined;
  limit: number;
}

/** Computed from the others for each change. */
export const derivedColumns = ['isOpen', 'dueOrder'] as const;

export type TaskQueries = ReturnType<typeof taskQueries>;

const noDueDate = Number.MAX_SAFE_INTEGER;
type Condition = 'open' | 'openAssigned' | 'status' | 'assignee' | 'due' | 'since' | 'after' | 'afterCreated';

/** Maximum changed tasks to sort by creation. More are read in that order. */
const fewChanges = 400;

export function taskQueries(engine: Engine, history: History) {
  return { ...taskLists(engine), ...taskRows(engine, history) };
}

function taskLists({ prepare, dialect, tables: { tasks } }: Engine) {
  const fields = omitColumns(tasks, ...derivedColumns);
  const inOrg = eq(tasks.orgId, sql.placeholder('orgId'));
  const conditions: Record<Condition, () => SQL | undefined> = {
    open: () => eq(tasks.isOpen, true),
    // The `+` makes SQLite find tasks by assignee. Without statistics, it would consider the index of all open tasks as good.
    openAssigned: () => (dialect === 'sqlite' ? sql`+${tasks.isOpen} = 1` : eq(tasks.isOpen, true)),
    status: () => eq(tasks.status, sql.placeholder('status')),
    assignee: () => eq(tasks.assignee, sql.placeholder('assignee')),
    due: () => lt(tasks.dueOrder, sql.placeholder('dueBefore')),
    // SQLite starts at a place in its index only if one column is compared alone.
    after: () =>
      and(
        gte(tasks.dueOrder, sql.placeholder('afterDue')),
        or(gt(tasks.dueOrder, sql.placeholder('afterDue')), lt(tasks.number, sql.placeholder('afterNumber'))),
      ),
    since: () => gte(tasks.updatedAt, sql.placeholder('since')),
    afterCreated: () => gt(tasks.id, sql.placeholder('afterId')),
  };
  const page = queryVariants((shape: string) => {
    const [order, ...names] = partsOf<['due' | 'created', ...Condition[]]>(shape);
    return prepare(`tasks_${shape}`, (db) =>
      db
        .select(fields)
        .from(tasks)
        .where(and(inOrg, ...names.map((name) => conditions[name]())))
        .orderBy(...(order === 'created' ? [sql`${tasks.id}`] : [sql`${tasks.dueOrder}`, sql`${tasks.number} desc`]))
        .limit(sql.placeholder('limit')),
    );
  });
  const changed = queryVariants((shape: string) =>
    prepare(`tasks_changed_${shape}`, (db) =>
      db
        .select(fields)
        .from(tasks)
        .where(
          and(
            inOrg,
            eq(tasks.isOpen, shape.includes('open')),
            shape.includes('since') ? gte(tasks.updatedAt, sql.placeholder('since')) : undefined,
            shape.includes('before')
              ? sql`(${tasks.updatedAt}, ${tasks.id}) < (${sql.placeholder('beforeTime')}, ${sql.placeholder('beforeId')})`
              : undefined,
          ),
        )
        .orderBy(sql`${tasks.updatedAt} desc`, sql`${tasks.id} desc`)
        .limit(sql.placeholder('limit')),
    ),
  );
  const inOrder = prepare('tasks_in_order', (db) =>
    db
      .select(fields)
      .from(tasks)
      .where(and(inOrg, gt(tasks.id, sql.placeholder('afterId'))))
      .orderBy(tasks.id)
      .limit(sql.placeholder('limit')),
  );
  function* list({ orgId, includeDone, status, assignee, dueBefore, order = 'due', since, after, limit }: TaskFilter): Op<Task[]> {
    const shape: string[] = [order];
    if (status !== undefined) shape.push('status');
    else if (!includeDone) shape.push(assignee === undefined ? 'open' : 'openAssigned');
    if (assignee !== undefined) shape.push('assignee');
    if (dueBefore !== undefined) shape.push('due');
    if (since !== undefined) shape.push('since');
    if (after) shape.push(order === 'created' ? 'afterCreated' : 'after');
    const position = after && { afterDue: after.dueAt ?? noDueDate, afterNumber: after.number, afterId: after.id };
    return yield* page(shape.join(' '))({ orgId, status, assignee, dueBefore, since, limit, ...position });
  }
  /** The newest change first. */
  function* listChanged({ orgId, isOpen, since, before, limit }: ChangedTasks): Op<Task[]> {
    const values = { orgId, since, beforeTime: before?.updatedAt, beforeId: before?.id, limit };
    const given = [...(since === undefined ? [] : ['since']), ...(before ? ['before'] : [])];
    const kinds = isOpen === undefined ? ['open', 'closed'] : [isOpen ? 'open' : 'closed'];
    const found: Task[] = [];
    for (const kind of kinds) found.push(...(yield* changed([kind, ...given].join(' '))(values)));
    return found.sort(byChange).slice(0, limit);
  }
  /** Lists a few changed tasks in the order of the list. Finds them by change and sorts them, because no index has both. */
  function* listFewChanged(filter: TaskFilter, since: number): Op<Task[] | undefined> {
    const isOpen = filter.includeDone || filter.status !== undefined ? undefined : true;
    const found = yield* listChanged({ orgId: filter.orgId, isOpen, since, limit: fewChanges + 1 });
    if (found.length > fewChanges) return undefined;
    return found
      .filter((task) => isWanted(task, filter))
      .sort(inOrderOf[filter.order ?? 'due'])
      .slice(0, filter.limit);
  }

  return {
    /** Lists tasks by due date (none last) and then newest first (D26), or in the order of creation. */
    *list(filter: TaskFilter): Op<Task[]> {
      const few = filter.since !== undefined ? yield* listFewChanged(filter, filter.since) : undefined;
      return few ?? (yield* list(filter));
    },
    changed: listChanged,
    /** All tasks in the order of their identifiers, which no change changes. */
    *inOrder(orgId: string, afterId: string, limit: number): Op<Task[]> {
      return yield* inOrder({ orgId, afterId, limit });
    },
  };
}

function taskRows({ prepare, lockRow, tables: { people, tasks } }: Engine, history: History) {
  const fields = omitColumns(tasks, ...derivedColumns);
  const inOrg = eq(tasks.orgId, sql.placeholder('orgId'));
  const byId = prepare('task_by_id', (db) =>
    db
      .select(fields)
      .from(tasks)
      .where(and(inOrg, eq(tasks.id, sql.placeholder('id')))),
  );
  const email = sql<
    string | null
  >`(select ${people.email} from ${people} where ${people.orgId} = ${sql.placeholder('orgId')} and ${people.id} = ${sql.placeholder('assigneeId')})`;
  const insert = prepare('task_insert', (db) =>
    db.insert(tasks).values({
      ...fillColumns(tasks, 'assignee'),
      assignee: email,
    }),
  );
  const update = prepare('task_update', (db) =>
    db
      .update(tasks)
      .set(setOtherColumns(tasks, 'orgId', 'id', 'number', 'source', 'createdAt'))
      .where(and(inOrg, eq(tasks.id, sql.placeholder('id')))),
  );
  const byNumber = prepare('task_by_number', (db) =>
    db
      .select({ id: tasks.id })
      .from(tasks)
      .where(and(inOrg, eq(tasks.number, sql.placeholder('number')))),
  );
  function* find(orgId: string, id: string): Op<Task | undefined> {
    return (yield* byId({ orgId, id }))[0];
  }
  const isOpenOf = and(inOrg, eq(tasks.assignee, sql.placeholder('from')), eq(tasks.isOpen, true));
  const giveOpen = history.changeEach('tasks_give_open', {
    lock: (db) => db.select({ id: tasks.id }).from(tasks).where(isOpenOf).orderBy(tasks.id),
    change: (db) =>
      db
        .update(tasks)
        .set({
          assignee: given(tasks.assignee, 'to'),
          versionCount: sql`${tasks.versionCount} + 1`,
          updatedAt: given(tasks.updatedAt, 'at'),
        })
        .where(isOpenOf)
        .returning({ subject: sql<string>`${tasks.id}`.as('subject'), version: sql<number>`${tasks.versionCount}`.as('version') }),
  });
  const readdress = prepare('tasks_readdress', (db) =>
    db
      .update(tasks)
      .set({ assignee: given(tasks.assignee, 'to') })
      .where(and(inOrg, eq(tasks.assignee, sql.placeholder('from')))),
  );

  const idByAddress = prepare('task_assignee_id', (db) =>
    db
      .select({ id: people.id })
      .from(people)
      .where(and(eq(people.orgId, sql.placeholder('orgId')), eq(people.email, sql.placeholder('assignee')))),
  );
  /** Person with an assignee's address. If the address changes, the task keeps its person. An unknown address stands for itself. */
  function* assigneeId({ orgId, assignee }: Task): Op<string | null> {
    return assignee === null ? null : ((yield* idByAddress({ orgId, assignee }))[0]?.id ?? assignee);
  }

  return {
    /** Changes a person's address in their tasks. The tasks keep their person, so this is not a change of the tasks. // D65 */
    *readdress(change: { orgId: string; from: string; to: string }): Op<void> {
      yield* readdress({ ...change });
    },
    /** Open tasks of one assignee are another's from now on. */
    *giveOpen({ orgId, from, to }: { orgId: string; from: Assignee; to: Assignee }, by: MadeBy): Op<void> {
      const difference = { before: { assignee: from.id }, after: { assignee: to.id } };
      yield* giveOpen({ orgId, from: from.email, to: to.email }, difference, by);
    },
    find,
    /** Same, to change it. Locks it until the transaction ends. */
    *findForChange(orgId: string, id: string): Op<Task | undefined> {
      yield* lockRow('tasks', orgId, id);
      return yield* find(orgId, id);
    },
    /** The identifier of the task that people call by this number. */
    *idOf(orgId: string, number: number): Op<string | undefined> {
      return (yield* byNumber({ orgId, number }))[0]?.id;
    },
    /** Assigned to this person's address, found by the statement itself: a question less for each task. */
    *create(task: Omit<Task, 'assignee'>, assigneeId: string | null, by: MadeBy): Op<void> {
      yield* insert({ ...task, ...derived(task), assigneeId });
      yield* history.created(subjectOf(task), taskValues(task, assigneeId), by);
    },
    /** Saves a task, and records its changes in the history. // D65 */
    *update(task: Task, before: Task, by: MadeBy): Op<void> {
      yield* update({ ...task, ...derived(task) });
      const isReassigned = task.assignee !== before.assignee;
      const [was, is] = isReassigned ? [yield* assigneeId(before), yield* assigneeId(task)] : [task.assignee, task.assignee];
      yield* history.changed(subjectOf(task), taskValues(before, was), taskValues(task, is), by);
    },
  };
}

type Assignee = Pick<Tables['people']['$inferSelect'], 'id' | 'email'>;

function subjectOf({ orgId, id, versionCount }: Omit<Task, 'assignee'>): Subject {
  return { orgId, id, version: versionCount };
}

/** Checks the conditions of the list for one task. */
function isWanted(task: Task, { status, assignee, dueBefore, order = 'due', after }: TaskFilter): boolean {
  return (
    (status === undefined || task.status === status) &&
    (assignee === undefined || task.assignee === assignee) &&
    (dueBefore === undefined || derived(task).dueOrder < dueBefore) &&
    (after === undefined || inOrderOf[order](after, task) < 0)
  );
}

const inOrderOf = {
  created: (one: Task, other: Task): number => (one.id === other.id ? 0 : one.id < other.id ? -1 : 1),
  due: (one: Task, other: Task): number => derived(one).dueOrder - derived(other).dueOrder || other.number - one.number,
};

const byChange = (one: Task, other: Task): number => other.updatedAt - one.updatedAt || (one.id < other.id ? 1 : -1);

/** `isOpen` travels as a number: SQLite has no booleans, and a placeholder skips drizzle's mapping in an update. */
function derived({ status, dueAt }: Pick<Task, 'status' | 'dueAt'>) {
  return { isOpen: status === 'done' || status === 'canceled' ? 0 : 1, dueOrder: dueAt ?? noDueDate };
}

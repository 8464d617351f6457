import { dayMs } from '@gatehouse/domain';
import { and, eq, gte, sql } from 'drizzle-orm';
import type { Op } from '../../../kernel/ops.ts';
import { omitColumns, pickColumns } from '../../../query/columns.ts';
import { type Engine, oneOf, queryVariants } from '../../../query/engine.ts';
import type { Change } from '../changes.ts';
import { derivedColumns, type Task } from '../tasks.ts';
import { type FoundEntries, type InboxEntry, type InboxFilter, inboxValues, isBefore, isShown, readThroughOf } from './inbox-filter.ts';

/** An open task, with the author and time of its assignment. */
export type NewTask = Task & InboxEntry & Pick<Change, 'personId' | 'agentId' | 'entrance'>;

/** Tasks that were assigned longer ago are not new. */
const newForMs = 30 * dayMs;

/** Maximum open tasks of a person that are looked at, the last changed ones. */
export const tasksPerLook = 1000;

/** Open tasks that another person or an agent has newly assigned to one person. */
export function newTasks({ prepare, dialect, tables }: Engine) {
  const { changes, people, tasks } = tables;
  const personId = sql.placeholder('personId');
  const assignee = sql`(select ${people.email} from ${people} where ${people.orgId} = ${sql.placeholder('orgId')} and ${people.id} = ${personId})`;
  const isOpenOfPerson = and(eq(tasks.orgId, sql.placeholder('orgId')), sql`${tasks.assignee} = ${assignee}`, eq(tasks.isOpen, true));
  const assigned = dialect === 'sqlite' ? sql`json_extract(later.fields_after, '$.assignee')` : sql`(later.fields_after ->> 'assignee')`;
  const isAssignment = sql`${changes.number} = (select max(later.number) from ${changes} as later where later.org_id = ${tasks.orgId}
    and later.subject_id = ${tasks.id} and ${assigned} = ${personId})`;
  const page = queryVariants((shape: 'all' | 'named') =>
    prepare(`inbox_tasks_${shape}`, (db) => {
      const lastChanged = db
        .select({ id: tasks.id })
        .from(tasks)
        .where(isOpenOfPerson)
        .orderBy(sql`${tasks.updatedAt} desc`, sql`${tasks.id} desc`)
        .limit(tasksPerLook);
      return db
        .select({
          ...omitColumns(tasks, ...derivedColumns),
          ...pickColumns(changes, 'personId', 'agentId', 'entrance'),
          at: changes.at,
          readThrough: readThroughOf(tables, tasks.id),
        })
        .from(tasks)
        .innerJoin(changes, and(eq(changes.orgId, tasks.orgId), eq(changes.subjectId, tasks.id), isAssignment))
        .where(
          and(
            isOpenOfPerson,
            shape === 'named' ? oneOf(dialect, tasks.id, 'ids') : sql`${tasks.id} in ${lastChanged}`,
            sql`not (${changes.personId} is not null and ${changes.personId} = ${personId} and ${changes.agentId} is null)`,
            gte(changes.at, sql.placeholder('assignedSince')),
            isBefore(changes.at, tasks.id),
            isShown(tables, tasks.id, changes.at),
          ),
        )
        .orderBy(sql`${changes.at} desc`, sql`${tasks.id} desc`)
        .limit(sql.placeholder('limit'));
    }),
  );

  return {
    *newTasks(filter: InboxFilter): Op<FoundEntries<NewTask>> {
      const values = { ...inboxValues(filter), assignedSince: filter.viewer.at - newForMs };
      return { rows: yield* page(filter.ids ? 'named' : 'all')(values), through: undefined };
    },
  };
}

import { and, desc, eq, sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import type { Engine } from '../../query/engine.ts';
import type { Viewer } from '../../query/visibility.ts';
import type { Folder } from '../workspace/folders.ts';
import type { Task } from '../workspace/tasks.ts';
import { openFieldsSince, type ReadFieldsSince, valueThen } from './fields-since.ts';
import { openPastItems, type PastItem } from './past-items.ts';
import { openPastPlaces } from './past-places.ts';

export type PastQueries = ReturnType<typeof pastQueries>;

/** Items, folders and tasks as they were at a time, from their present state and the history since (D67). */
export function pastQueries(engine: Engine) {
  const fieldsSince = openFieldsSince(engine);
  const readItems = openPastItems(engine);
  return {
    ...openPastPlaces(engine, fieldsSince, readItems),
    /** Undefined if it was deleted or did not exist yet, or if the viewer may not see it now, in the trash or not. */
    *item(viewer: Viewer, id: string, asOf: number): Op<PastItem | undefined> {
      return (yield* readItems(viewer, [id], asOf, yield* fieldsSince(viewer.orgId, [id], asOf)))[0];
    },
    *folder(folder: Folder, asOf: number): Op<PastFolder | undefined> {
      if (folder.createdAt > asOf) return undefined;
      const past = (yield* fieldsSince(folder.orgId, [folder.id], asOf))(folder.id);
      return {
        id: folder.id,
        name: valueThen(past, 'name', folder.name),
        ownerId: valueThen(past, 'ownerId', folder.ownerId),
        parentId: valueThen(past, 'parentId', folder.parentId),
        isDeleted: valueThen(past, 'isDeleted', folder.deletedAt !== null),
      };
    },
    task: openPastTask(engine, fieldsSince),
  };
}

/** Folder at a time. A deleted folder exists while it contains something. */
export type PastFolder = Pick<Folder, 'id' | 'name' | 'ownerId' | 'parentId'> & { isDeleted: boolean };

function openPastTask({ prepare, tables: { changes, people } }: Engine, fieldsSince: ReadFieldsSince) {
  const ofTask = and(eq(changes.orgId, sql.placeholder('orgId')), eq(changes.subjectId, sql.placeholder('id')));
  const row = { version: changes.version, at: changes.at };
  // The index of times would read all changes of the organization.
  const at = sql`${changes.at} + 0`;
  const last = prepare('past_task_last', (db) =>
    db
      .select(row)
      .from(changes)
      .where(and(ofTask, sql`${at} <= ${sql.placeholder('asOf')}`))
      .orderBy(desc(changes.number))
      .limit(1),
  );
  const next = prepare('past_task_next', (db) =>
    db
      .select(row)
      .from(changes)
      .where(and(ofTask, sql`${at} > ${sql.placeholder('asOf')}`))
      .orderBy(changes.number)
      .limit(1),
  );
  const address = prepare('past_task_address', (db) =>
    db
      .select({ email: people.email })
      .from(people)
      .where(and(eq(people.orgId, sql.placeholder('orgId')), eq(people.id, sql.placeholder('assignee')))),
  );
  /** The history names people by identifier, so each is shown with the present address. */
  function* addressOf(orgId: string, assignee: string | null): Op<string | null> {
    return assignee === null ? null : ((yield* address({ orgId, assignee }))[0]?.email ?? assignee);
  }
  /** Version count of a task that is older than the history, without a row up to that time: its first row has it. */
  function* versionThen({ orgId, id, versionCount, updatedAt, createdAt }: Task, asOf: number) {
    const [known] = yield* last({ orgId, id, asOf });
    if (known) return { versionCount: known.version, updatedAt: known.at };
    const [later] = yield* next({ orgId, id, asOf });
    return later ? { versionCount: later.version - 1, updatedAt: createdAt } : { versionCount, updatedAt };
  }

  return function* (task: Task, asOf: number): Op<Task | undefined> {
    if (task.createdAt > asOf) return undefined;
    const past = (yield* fieldsSince(task.orgId, [task.id], asOf))(task.id);
    return {
      ...task,
      title: valueThen(past, 'title', task.title),
      status: valueThen(past, 'status', task.status),
      assignee: Object.hasOwn(past, 'assignee') ? yield* addressOf(task.orgId, valueThen(past, 'assignee', null)) : task.assignee,
      dueAt: valueThen(past, 'dueAt', task.dueAt),
      notes: valueThen(past, 'notes', task.notes),
      doneAt: valueThen(past, 'doneAt', task.doneAt),
      ...(yield* versionThen(task, asOf)),
    };
  };
}

import { and, type Column, eq, type SQL, sql, type Table } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Op } from '../../kernel/ops.ts';
import { type Engine, oneOf } from '../../query/engine.ts';
import { reachableItem, type Viewer, viewerValues, visibleFolder } from '../../query/visibility.ts';

/** Kinds of identifiers in rows of the log that have names. */
export type NamedKind = 'person' | 'group' | 'agent' | 'key' | 'item' | 'task' | 'folder';

export type LogNameQueries = ReturnType<typeof logNameQueries>;

/** The names of many things that a viewer may see, in the trash or removed too: one query for all of a kind. */
export function logNameQueries({ prepare, dialect, tables }: Engine) {
  const { people, personGroups, agents, keys, items, tasks, folders } = tables;
  const names = (kind: NamedKind, table: Table & { orgId: Column; id: SQLiteColumn }, label: Column | SQL, seen?: SQL) =>
    prepare(`log_names_${kind}`, (db) =>
      db
        .select({ id: sql<string>`${table.id}`, name: sql<string | null>`${label}` })
        .from(table as typeof people)
        .where(and(eq(table.orgId, sql.placeholder('orgId')), oneOf(dialect, table.id, 'ids'), seen)),
    );
  // Members see their own agents and keys alone.
  const isOwn = (personId: Column) => sql`(${personId} = ${sql.placeholder('personId')} or ${sql.placeholder('seesAll')} = 1)`;
  const namesOf = {
    person: names('person', people, people.name),
    group: names('group', personGroups, personGroups.name),
    agent: names('agent', agents, agents.name, isOwn(agents.personId)),
    // A key without a name is named by its visible prefix. A grant has none.
    key: names('key', keys, sql`coalesce(${keys.name}, nullif(${keys.prefix}, ''))`, isOwn(keys.personId)),
    item: names('item', items, items.name, reachableItem({ dialect, tables })),
    task: names('task', tasks, tasks.title),
    folder: names('folder', folders, folders.name, visibleFolder({ dialect, tables })),
  };

  return {
    /** Names by identifier. Leaves out everything that the viewer cannot see. */
    *of(viewer: Viewer, kind: NamedKind, ids: Iterable<string>): Op<Map<string, string>> {
      const rows = yield* namesOf[kind]({ ...viewerValues(viewer), ids: JSON.stringify([...ids]) });
      return new Map(rows.flatMap(({ id, name }) => (name === null ? [] : [[id, name]])));
    },
  };
}

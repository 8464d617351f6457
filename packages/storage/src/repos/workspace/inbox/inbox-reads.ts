import { and, eq, sql } from 'drizzle-orm';
import type { Op } from '../../../kernel/ops.ts';
import { takeColumns } from '../../../query/columns.ts';
import { type Engine, oneOf } from '../../../query/engine.ts';
import type { InboxPosition } from './inbox-filter.ts';

/** Read marks of people in their inboxes. Purging a subject removes its marks. */
export function inboxReads({ prepare, dialect, tables: { inboxReads } }: Engine) {
  const ofPerson = and(eq(inboxReads.orgId, sql.placeholder('orgId')), eq(inboxReads.personId, sql.placeholder('personId')));
  const [entry, rows] =
    dialect === 'sqlite'
      ? [sql`json_extract(value, '$.id') as id, json_extract(value, '$.at') as at`, sql`json_each(${sql.placeholder('entries')})`]
      : [
          sql`value ->> 'id' as id, cast(value ->> 'at' as bigint) as at`,
          sql`json_array_elements(cast(${sql.placeholder('entries')} as json))`,
        ];
  const given = sql`select ${sql.placeholder('orgId')}, id, ${sql.placeholder('personId')}, at, ${sql.placeholder('markedAt')}
    from (select ${entry} from ${rows}) as entries where true`;
  const put = prepare('inbox_read_put', (db) =>
    db
      .insert(inboxReads)
      .select(given)
      .onConflictDoUpdate({
        target: [inboxReads.orgId, inboxReads.subjectId, inboxReads.personId],
        set: takeColumns(inboxReads, 'readThrough', 'markedAt'),
      }),
  );
  const remove = prepare('inbox_read_remove', (db) =>
    db.delete(inboxReads).where(and(oneOf(dialect, inboxReads.subjectId, 'ids'), ofPerson)),
  );
  const all = prepare('inbox_reads_of_person', (db) => db.select({ id: inboxReads.subjectId }).from(inboxReads).where(ofPerson));
  const removeAll = prepare('inbox_reads_remove_person', (db) => db.delete(inboxReads).where(ofPerson));

  return {
    /** Marks entries as read up to their times. Later activity makes them unread again. */
    *markRead(orgId: string, personId: string, entries: readonly InboxPosition[], markedAt: number): Op<void> {
      if (entries.length > 0) yield* put({ orgId, personId, markedAt, entries: JSON.stringify(entries) });
    },
    *markUnread(orgId: string, personId: string, ids: readonly string[]): Op<void> {
      yield* remove({ orgId, personId, ids: JSON.stringify(ids) });
    },
    /** Lists the subjects that a person has marked. */
    *readsOf(orgId: string, personId: string): Op<string[]> {
      return (yield* all({ orgId, personId })).map(({ id }) => id);
    },
    /** Removes the marks of a person who leaves. */
    *removeReadsOf(orgId: string, personId: string): Op<void> {
      yield* removeAll({ orgId, personId });
    },
  };
}

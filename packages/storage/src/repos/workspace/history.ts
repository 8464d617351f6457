import type { ChangeKind } from '@gatehouse/domain';
import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { fillColumns } from '../../columns.ts';
import { type Db, type Engine, given, type Query } from '../../engine.ts';
import type { FieldValues } from '../../history/field-values.ts';
import { type Difference, differenceOf } from '../../history/fields.ts';
import type { Op } from '../../ops.ts';
import type { Change } from './changes.ts';
import type { Attribution } from './versions.ts';

/** Who makes a change, by which call, and when. */
export type MadeBy = Pick<Attribution, 'personId' | 'agentId' | 'keyId' | 'entrance' | 'requestId' | 'traceId'> & { at: number };

/** Which item, folder or task changed, and its newest version behind the change; 0 for a folder. */
export interface Subject {
  orgId: string;
  id: string;
  version: number;
}

export type History = ReturnType<typeof openHistory>;

/** What `changeEach` does: a change of some rows that gives the subject and the version of each. */
interface EachChange {
  /** Gives `subject` and `version` of each row that it changed. */
  change(db: Db): PromiseLike<{ subject: string; version: number }[]>;
  /** Where others may change the same subjects: the rows that they are locked by. */
  lock?: (db: Db) => PromiseLike<unknown>;
}

/**
 * The one place that writes rows of the history (D65). The repositories that save items, folders and tasks write them in the transaction
 * of the change; the caller holds the subject for change, so that no number is given twice.
 */
export function openHistory(engine: Engine) {
  const { prepare, lockRows, dialect, tables } = engine;
  const { changes } = tables;
  const insert = prepare('change_insert', (db) =>
    db.insert(changes).values({ ...fillColumns(changes, 'number'), number: nextNumber(sql`${sql.placeholder('subjectId')}`) }),
  );

  /** The number behind the last one of a subject. */
  function nextNumber(subject: SQL): SQL<number> {
    return sql<number>`(select coalesce(max(${changes.number}), 0) + 1 from ${changes} where ${eq(changes.orgId, sql.placeholder('orgId'))} and ${changes.subjectId} = ${subject})`;
  }

  function* write({ orgId, id, version }: Subject, difference: Difference, what: ChangeKind, by: MadeBy): Op<void> {
    yield* insert({ orgId, subjectId: id, version, ...valuesOf(difference, what, by) });
  }

  /** On Postgres one statement changes the rows and adds those of the history: what it has changed is what these tell of. */
  function changeInOneStatement(name: string, { change }: EachChange): Query<unknown> {
    return prepare(name, (db) => {
      const touched = db.$with('touched').as(change(db) as never);
      const columns: Record<string, SQL> = {
        ...eachColumn((column, property) => given(column, property)),
        subjectId: sql`touched.subject`,
        version: sql`touched.version`,
        number: nextNumber(sql`touched.subject`),
      };
      const selected = sql.join(
        Object.keys(getTableColumns(changes)).map((property) => columns[property] as SQL),
        sql`, `,
      );
      return db.with(touched).insert(changes).select(sql`select ${selected} from touched`);
    });
  }

  /** SQLite has one writer at a time, and no statement that does both. */
  function changeAndWrite(name: string, { change }: EachChange): Query<unknown> {
    const changed = prepare(name, change);
    return function* (values) {
      for (const { subject, version } of yield* changed(values)) yield* insert({ ...values, subjectId: subject, version });
    };
  }

  function eachColumn(value: (column: SQLiteColumn, property: string) => SQL): Record<string, SQL> {
    const columns = Object.entries<SQLiteColumn>(getTableColumns(changes));
    return Object.fromEntries(columns.map(([property, column]) => [property, value(column, property)]));
  }

  return {
    /** What a subject is from the beginning. Items begin with their first version, and have no such row. */
    *created(subject: Subject, values: FieldValues, by: MadeBy): Op<void> {
      yield* write(subject, { before: {}, after: values }, 'created', by);
    },
    /** What of it is different now; nothing where nothing is. */
    *changed(subject: Subject, before: FieldValues, after: FieldValues, by: MadeBy): Op<void> {
      const difference = differenceOf(before, after);
      if (difference) yield* write(subject, difference, kindOf(difference), by);
    },
    /**
     * Changes rows, any number of them, and writes the history of each that it has changed: the same fields from and to the same values.
     * `values` are those that the change itself names.
     */
    changeEach(name: string, each: EachChange) {
      const lock = each.lock && lockRows(`${name}_lock`, each.lock);
      const change = dialect === 'postgres' ? changeInOneStatement(name, each) : changeAndWrite(name, each);
      return function* (values: { orgId: string } & Record<string, unknown>, difference: Difference, by: MadeBy): Op<void> {
        if (lock) yield* lock(values);
        yield* change({ ...values, ...valuesOf(difference, kindOf(difference), by) });
      };
    },
  };
}

function kindOf({ after }: Difference): ChangeKind {
  if (after.isDeleted === true) return 'deleted';
  return after.isDeleted === false ? 'restored' : 'changed';
}

/** What of a row does not depend on its subject. */
function valuesOf({ before, after }: Difference, what: ChangeKind, by: MadeBy): Omit<Change, 'subjectId' | 'number' | 'version'> {
  const { personId, agentId, keyId, entrance, requestId, traceId, at } = by;
  const isMove = 'folderId' in before;
  return {
    what,
    fieldsBefore: before,
    fieldsAfter: after,
    movedFrom: isMove ? folderKey(before.folderId) : null,
    movedTo: isMove ? folderKey(after.folderId) : null,
    at,
    personId,
    agentId,
    keyId,
    entrance,
    requestId,
    traceId,
  };
}

function folderKey(folderId: unknown): string {
  return typeof folderId === 'string' ? folderId : '';
}

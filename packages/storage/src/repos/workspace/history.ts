import type { ChangeKind } from '@gatehouse/domain';
import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Op } from '../../kernel/ops.ts';
import { fillColumns } from '../../query/columns.ts';
import { type Db, type Engine, given, type Query } from '../../query/engine.ts';
import type { FieldValues } from '../../schema/history/field-values.ts';
import { type Difference, differenceOf } from '../../schema/history/fields.ts';
import type { Change } from './changes.ts';
import type { Attribution } from './versions.ts';

/** Author, call and time of a change. */
export type MadeBy = Pick<Attribution, 'personId' | 'agentId' | 'keyId' | 'entrance' | 'requestId' | 'traceId'> & { at: number };

/** Changed item, folder or task, and its newest version after the change; 0 for a folder. */
export interface Subject {
  orgId: string;
  id: string;
  version: number;
}

export type History = ReturnType<typeof openHistory>;

/** Change of `changeEach`: some rows, with the subject and version of each. */
interface EachChange {
  /** Gives `subject` and `version` of each row that it changed. */
  change(db: Db): PromiseLike<{ subject: string; version: number }[]>;
  /** Rows to lock, if others can change the same subjects. */
  lock?: (db: Db) => PromiseLike<unknown>;
}

/**
 * The only code that writes history rows (D65). Repositories that save items, folders and tasks write them in the transaction of the
 * change. The caller locks the subject, so that each number is given once.
 */
export function openHistory(engine: Engine) {
  const { prepare, lockRows, dialect, tables } = engine;
  const { changes } = tables;
  const insert = prepare('change_insert', (db) =>
    db.insert(changes).values({ ...fillColumns(changes, 'number'), number: nextNumber(sql`${sql.placeholder('subjectId')}`) }),
  );

  /** Number after the last one of a subject. */
  function nextNumber(subject: SQL): SQL<number> {
    return sql<number>`(select coalesce(max(${changes.number}), 0) + 1 from ${changes} where ${eq(changes.orgId, sql.placeholder('orgId'))} and ${changes.subjectId} = ${subject})`;
  }

  function* write({ orgId, id, version }: Subject, difference: Difference, what: ChangeKind, by: MadeBy): Op<void> {
    yield* insert({ orgId, subjectId: id, version, ...valuesOf(difference, what, by) });
  }

  /** On Postgres, one statement changes the rows and adds history rows for exactly the changed ones. */
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
    /** Records a new subject. Items begin with their first version, so they have no such row. */
    *created(subject: Subject, values: FieldValues, by: MadeBy): Op<void> {
      yield* write(subject, { before: {}, after: values }, 'created', by);
    },
    /** Records the changed fields. Writes nothing without changes. */
    *changed(subject: Subject, before: FieldValues, after: FieldValues, by: MadeBy): Op<void> {
      const difference = differenceOf(before, after);
      if (difference) yield* write(subject, difference, kindOf(difference), by);
    },
    /**
     * Changes any number of rows and writes the same fields and values to the history of each changed row. `values` are the values of the
     * change itself.
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

/** Values of a row that do not depend on its subject. */
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

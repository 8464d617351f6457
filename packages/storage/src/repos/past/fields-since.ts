import { sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import { type Engine, oneOf } from '../../query/engine.ts';
import type { FieldValues } from '../../schema/history/field-values.ts';

/** Fields of one subject that changed since a time, with their values at that time. */
export type PastFields = (subjectId: string) => FieldValues;

export type ReadFieldsSince = (orgId: string, subjectIds: readonly string[], asOf: number) => Op<PastFields>;

/**
 * Reads the values of fields at a time. The first later row that changes a field has its previous value, even for subjects without a first
 * row of their own. The database picks these rows, however many others there are.
 */
export function openFieldsSince({ prepare, dialect, tables }: Engine): ReadFieldsSince {
  const { changes } = tables;
  // The index of times would read all changes of the organization.
  const behind = sql`${changes.orgId} = ${sql.placeholder('orgId')} and ${oneOf(dialect, changes.subjectId, 'ids')} and ${changes.at} + 0 > ${sql.placeholder('asOf')}`;
  const first =
    dialect === 'sqlite'
      ? // With min() SQLite takes the other columns from the row that has it.
        sql`(select ${changes.subjectId} as subject_id, f.key as field, ${changes.fieldsBefore} -> f.key as value, min(${changes.number})
          from ${changes}, json_each(${changes.fieldsBefore}) f where ${behind} group by ${changes.subjectId}, f.key)`
      : sql`(select distinct on (${changes.subjectId}, f.key) ${changes.subjectId} as subject_id, f.key as field, f.value::text as value
          from ${changes} cross join lateral json_each(${changes.fieldsBefore}) f where ${behind}
          order by ${changes.subjectId}, f.key, ${changes.number})`;
  const since = prepare('past_fields', (db) =>
    db.select({ subjectId: sql<string>`subject_id`, field: sql<string>`field`, value: sql<string>`value` }).from(sql`${first} as past`),
  );
  const rows = prepare('past_rows', (db) =>
    db
      .select({ subjectId: changes.subjectId, number: changes.number, fieldsBefore: changes.fieldsBefore })
      .from(changes)
      .where(behind)
      .limit(sql.placeholder('limit')),
  );
  return function* (orgId, subjectIds, asOf) {
    if (subjectIds.length === 0) return () => ({});
    const asked = { orgId, ids: JSON.stringify(subjectIds), asOf };
    const few = yield* rows({ ...asked, limit: fewRows + 1 });
    const known = few.length > fewRows ? valuesByField(yield* since(asked)) : valuesOfRows(few);
    return (subjectId) => known.get(subjectId) ?? {};
  };
}

/** Up to this many, whole rows are read: that is faster than picking fields in the database. */
const fewRows = 1000;

function valuesByField(fields: readonly { subjectId: string; field: string; value: string }[]): Map<string, FieldValues> {
  const known = new Map<string, FieldValues>();
  for (const { subjectId, field, value } of fields) {
    const values = known.get(subjectId) ?? {};
    known.set(subjectId, values);
    values[field] = JSON.parse(value);
  }
  return known;
}

type ChangedRow = { subjectId: string; number: number; fieldsBefore: FieldValues | null };

/** The earliest row of a field decides, so it is written last. */
function valuesOfRows(rows: readonly ChangedRow[]): Map<string, FieldValues> {
  const known = new Map<string, FieldValues>();
  for (const { subjectId, fieldsBefore } of rows.toSorted((one, other) => other.number - one.number))
    known.set(subjectId, { ...known.get(subjectId), ...fieldsBefore });
  return known;
}

/** Value at a time: from the history, or the current one if unchanged. */
export function valueThen<Value>(past: FieldValues, field: string, now: Value): Value {
  return Object.hasOwn(past, field) ? (past[field] as Value) : now;
}

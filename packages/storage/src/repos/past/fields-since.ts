import { sql } from 'drizzle-orm';
import { type Engine, oneOf, unpeeked } from '../../engine.ts';
import type { FieldValues } from '../../history/field-values.ts';
import type { Op } from '../../ops.ts';

/** Fields of one subject that have changed since a time, with what they were at that time. */
export type PastFields = (subjectId: string) => FieldValues;

export type ReadFieldsSince = (orgId: string, subjectIds: readonly string[], asOf: number) => Op<PastFields>;

/**
 * What fields were at a time: the first row behind it that changes a field says what the field was before. Rows tell it of subjects that
 * have no row of their beginning too. The database picks these rows, however many others there are.
 */
export function openFieldsSince({ prepare, dialect, tables }: Engine): ReadFieldsSince {
  const { changes } = tables;
  const behind = sql`${changes.orgId} = ${unpeeked('orgId')} and ${oneOf(dialect, changes.subjectId, 'ids')} and ${changes.at} > ${unpeeked('asOf')}`;
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
  return function* (orgId, subjectIds, asOf) {
    const known = new Map<string, FieldValues>();
    if (subjectIds.length > 0) {
      for (const { subjectId, field, value } of yield* since({ orgId, ids: JSON.stringify(subjectIds), asOf })) {
        const values = known.get(subjectId) ?? {};
        known.set(subjectId, values);
        values[field] = JSON.parse(value);
      }
    }
    return (subjectId) => known.get(subjectId) ?? {};
  };
}

/** What a field was: as the rows say it, else as it is now. */
export function valueThen<Value>(past: FieldValues, field: string, now: Value): Value {
  return Object.hasOwn(past, field) ? (past[field] as Value) : now;
}

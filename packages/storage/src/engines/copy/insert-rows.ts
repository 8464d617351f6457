import { getTableName } from 'drizzle-orm';
import { ask, type Op } from '../../kernel/ops.ts';
import { type Engine, placeholders } from '../../query/engine.ts';
import { minuteOf } from '../postgres/batches/activity-statements.ts';
import { asSession } from '../postgres/session.ts';
import { batchRows } from './batch.ts';
import { type TableName, type TableRow, tableOf } from './table-row.ts';

/** Writes rows into a table of the target. Each row has a value for every property. */
export function rowInserter(engine: Engine, name: TableName, properties: string[]): (rows: TableRow[]) => Op<void> {
  return engine.dialect === 'sqlite' ? oneByOne(engine, name, properties) : together(engine, name, properties);
}

function oneByOne(engine: Engine, name: TableName, properties: string[]): (rows: TableRow[]) => Op<void> {
  const { table } = tableOf(engine, name);
  const insert = engine.prepare(`copy_insert_${name}`, (db) => db.insert(table).values(placeholders(...properties) as never));
  return function* (rows) {
    for (const row of rows) yield* insert(row);
  };
}

/** Inserts a batch with one statement. On Postgres a statement costs more than the row it writes. */
function together(engine: Engine, name: TableName, properties: string[]): (rows: TableRow[]) => Op<void> {
  const { table, columns: known } = tableOf(engine, name);
  const columns = properties.map((property) => ({ property, column: known[property]! }));
  // Fill `minute` here: only the table on Postgres has it, so reading the source does not return it.
  const minute = name === 'activity' ? properties.indexOf('at') + 1 : 0;
  const into = `insert into ${getTableName(table)} (${columns.map(({ column }) => `"${column.name}"`)}${minute ? ', minute' : ''})`;

  function textFor(count: number): string {
    const rows = Array.from({ length: count }, (_, row) => {
      const first = row * columns.length;
      const marks = columns.map((_column, index) => `$${first + index + 1}`);
      return `(${marks}${minute ? `, ${minuteOf(`$${first + minute}::bigint`)}` : ''})`;
    });
    return `${into} values ${rows}`;
  }

  // Only whole batches repeat.
  const forBatch = { name: `copy_insert_${name}`, text: textFor(batchRows) };
  return function* (rows) {
    const statement = rows.length === batchRows ? forBatch : { text: textFor(rows.length) };
    const values = rows.flatMap((row) =>
      columns.map(({ property, column }) => (row[property] === null ? null : column.mapToDriverValue(row[property] as never))),
    );
    yield* ask((session) => asSession(session).run(statement, values));
  };
}

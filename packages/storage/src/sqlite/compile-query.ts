import type Database from 'better-sqlite3';
import { Column, is, Param, Placeholder, SQL } from 'drizzle-orm';

type Encode = (value: unknown) => unknown;

/** What drizzle (pinned to one exact version) keeps in a query it has prepared for better-sqlite3. */
interface PreparedQuery {
  stmt: Database.Statement<unknown[]>;
  query: { params: unknown[] };
  fields: { path: string[]; field: unknown }[] | undefined;
}

/**
 * Makes one function of a query: values in, rows out. Drizzle finds out anew for every value and every column of every row how to
 * convert it, which costs more than the query itself; here that is settled once. `query.test.ts` holds it against drizzle's own answers.
 */
export function compileQuery(builder: unknown): (values: Record<string, unknown>) => unknown {
  // The builder's type says nothing of these fields: they are private, and the same in every query.
  const { stmt, query, fields } = (builder as { prepare(): unknown }).prepare() as PreparedQuery;
  const bind = query.params.map(binderOf);
  const bindAll = (values: Record<string, unknown>) => bind.map((read) => read(values));
  if (!fields) return stmt.reader ? (values) => stmt.all(...bindAll(values)) : (values) => stmt.run(...bindAll(values));
  const columns = fields.map(({ path, field }) => ({ name: path[0] as string, decode: decoderOf(field) }));
  stmt.raw();
  return (values) => (stmt.all(...bindAll(values)) as unknown[][]).map((row) => toObject(columns, row));
}

interface ResultColumn {
  name: string;
  decode: Encode | undefined;
}

function toObject(columns: readonly ResultColumn[], row: readonly unknown[]): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (let index = 0; index < columns.length; index++) {
    const { name, decode } = columns[index] as ResultColumn;
    const value = row[index];
    object[name] = decode === undefined || value === null ? value : decode(value);
  }
  return object;
}

function binderOf(parameter: unknown): (values: Record<string, unknown>) => unknown {
  if (is(parameter, Placeholder)) return (values) => named(values, parameter.name);
  if (!is(parameter, Param)) return () => parameter;
  const { value, encoder } = parameter;
  if (!is(value, Placeholder)) return () => encoder.mapToDriverValue(value);
  return (values) => encoder.mapToDriverValue(named(values, value.name));
}

function named(values: Record<string, unknown>, name: string): unknown {
  if (!(name in values)) throw new Error(`the query needs a value "${name}"`);
  return values[name];
}

/** How a column's value is read; undefined where the database's value is the program's. */
function decoderOf(field: unknown): Encode | undefined {
  const decoder = is(field, Column)
    ? field
    : is(field, SQL)
      ? decoderOfExpression(field)
      : decoderOfExpression((field as { sql: SQL }).sql);
  const plain = is(decoder, Column) && ['string', 'number'].includes(decoder.dataType);
  return plain ? undefined : (value) => (decoder as { mapFromDriverValue: Encode }).mapFromDriverValue(value);
}

function decoderOfExpression(expression: SQL): unknown {
  return (expression as unknown as { decoder: unknown }).decoder;
}

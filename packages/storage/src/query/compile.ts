import { Column, getTableColumns, is, Param, Placeholder, SQL, type Table } from 'drizzle-orm';
import type { Db, Values } from './engine.ts';

/** A drizzle query, compiled once. Drizzle computes this again for every value and column, which costs more than the query. */
export interface CompiledQuery {
  text: string;
  /** Encodes the values of its placeholders for their columns. Throws if one is missing. */
  bind(values: Values): unknown[];
  /** True if it returns rows. A change returns rows only if it selects fields to return. */
  hasRows: boolean;
  /** Turns a row into an object. Rows are arrays in the order of the selected fields. */
  read(row: readonly unknown[]): Record<string, unknown>;
}

/** Compiles a drizzle query from its text, its parameters and the fields that it selects. */
export function compile(db: Db, build: (db: Db) => PromiseLike<unknown>, write: Writer = toSQL): CompiledQuery {
  let fields: Record<string, unknown> | undefined;
  const noting = noteCalls(db, (method, [given]) => {
    if (method === 'select' || method === 'selectDistinct' || method === 'returning')
      // An insert from a select returns no rows.
      fields = isQuery(given) ? undefined : (given as typeof fields);
    // A query that selects without fields selects all of its table.
    if (method === 'from') fields ??= getTableColumns(given as Table);
  });
  const { sql: text, params } = write(build(noting));
  const binders = params.map(binderOf);
  return {
    text,
    bind: (values) => binders.map((binder) => binder(values)),
    hasRows: fields !== undefined,
    read: rowReader(fields ?? {}),
  };
}

function isQuery(given: unknown): boolean {
  return typeof given === 'object' && given !== null && 'getSQL' in given;
}

/** Wraps a builder and calls `note` for every method called on it, and on the objects that its methods return. */
function noteCalls<Builder extends object>(builder: Builder, note: (method: PropertyKey, given: unknown[]) => void): Builder {
  return new Proxy(builder, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...given: unknown[]) => {
        note(name, given);
        const made: unknown = member.apply(target, given);
        return typeof made === 'object' && made !== null ? noteCalls(made, note) : made;
      };
    },
  });
}

/** Builds the text of a query, with its parameters in the order of the text. */
export type Writer = (builder: unknown) => { sql: string; params: unknown[] };

/** Calls a method that every builder has. Their shared type only promises that they can be awaited. */
function toSQL(builder: unknown): ReturnType<Writer> {
  return (builder as { toSQL(): { sql: string; params: unknown[] } }).toSQL();
}

/** Encodes a parameter. NULL stays NULL in every column, because the encoder of a JSON column would turn it into the text "null". */
function binderOf(parameter: unknown): (values: Values) => unknown {
  if (is(parameter, Placeholder)) return (values) => named(values, parameter.name);
  if (!is(parameter, Param)) return () => parameter;
  const { value, encoder } = parameter;
  const encode = (given: unknown) => (given === null ? null : encoder.mapToDriverValue(given));
  if (!is(value, Placeholder)) return () => encode(value);
  return (values) => encode(named(values, value.name));
}

function named(values: Values, name: string): unknown {
  if (!(name in values)) throw new Error(`the query needs a value "${name}"`);
  return values[name];
}

interface ResultColumn {
  name: string;
  /** Undefined if the program uses the database's value unchanged. */
  decode: ((value: unknown) => unknown) | undefined;
}

function rowReader(fields: Record<string, unknown>): (row: readonly unknown[]) => Record<string, unknown> {
  const columns = Object.entries(fields).map(([name, field]): ResultColumn => ({ name, decode: decoderOf(name, field) }));
  return (row) => toObject(columns, row);
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

/** Decoder of a selected field. Expressions are used as the database returns them; nested groups of fields are not supported. */
function decoderOf(name: string, field: unknown): ResultColumn['decode'] {
  if (is(field, SQL) || is(field, SQL.Aliased)) return undefined;
  if (!is(field, Column)) throw new Error(`the selected field "${name}" is neither a column nor an expression`);
  return ['string', 'number'].includes(field.dataType) ? undefined : (value) => field.mapFromDriverValue(value);
}

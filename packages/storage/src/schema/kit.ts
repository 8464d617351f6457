import * as postgres from 'drizzle-orm/pg-core';
import * as sqlite from 'drizzle-orm/sqlite-core';

/**
 * Column builders of one engine under common names, so that every table is written once.
 * The Postgres kit is typed as the SQLite kit: all queries then have one static type, and both give the same JavaScript values.
 */
export const sqliteKit = {
  table: sqlite.sqliteTable,
  primaryKey: sqlite.primaryKey,
  text: sqlite.text,
  int: (name: string) => sqlite.integer(name, { mode: 'number' }),
  bool: (name: string) => sqlite.integer(name, { mode: 'boolean' }),
  json: (name: string) => sqlite.text(name, { mode: 'json' }),
  bytes: (name: string) => sqlite.blob(name, { mode: 'buffer' }),
  /** Packed times of calls. Each engine reads and writes them in its own form. */
  times: (name: string) => sqlite.blob(name, { mode: 'buffer' }),
  serial: (name: string) => sqlite.integer(name, { mode: 'number' }).primaryKey(),
};

export type Kit = typeof sqliteKit;

const bytea = postgres.customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

export const postgresKit = {
  table: postgres.pgTable,
  primaryKey: postgres.primaryKey,
  text: postgres.text,
  int: (name: string) => postgres.bigint(name, { mode: 'number' }),
  bool: (name: string) => postgres.boolean(name),
  // Not jsonb: it reorders the keys of stored objects, and a schema must be returned exactly as its service sent it.
  json: (name: string) => postgres.json(name),
  bytes: (name: string) => bytea(name),
  times: (name: string) => postgres.bigint(name, { mode: 'number' }).array(),
  serial: (name: string) => postgres.bigserial(name, { mode: 'number' }).primaryKey(),
} satisfies Record<keyof Kit, unknown> as unknown as Kit;

import Database from 'better-sqlite3';
import { eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { afterAll, describe, expect, it } from 'vitest';
import { prepareQuery } from '../engines/sqlite/engine.ts';
import { migrateSqlite } from '../engines/sqlite/migrate.ts';
import { readMigrations } from '../migrate.ts';
import { sqliteTables } from '../schema/schema.ts';
import { type Db, given, placeholders, scalar } from './engine.ts';

const connection = new Database(':memory:');
migrateSqlite(connection, readMigrations('sqlite'));
const db = drizzle({ client: connection }) as unknown as Db;
const { keys, items, callSlots } = sqliteTables;

const compiled = (build: (db: Db) => PromiseLike<unknown>) => prepareQuery(connection, db, build);

const key = {
  orgId: 'org_1',
  id: 'key_1',
  agentId: 'agent_1',
  personId: 'person_1',
  name: null,
  hash: Buffer.from([1, 2, 3]),
  prefix: 'gth_abc',
  access: 'read',
  scopes: ['workspace:read', 'services:read'],
  createdAt: 1_763_000_000_000,
  expiresAt: null,
  search: 'phrase',
};

const insertKey = compiled((db) =>
  db
    .insert(keys)
    .values(
      placeholders(
        'orgId',
        'id',
        'agentId',
        'personId',
        'name',
        'hash',
        'prefix',
        'access',
        'scopes',
        'createdAt',
        'expiresAt',
        'search',
      ) as never,
    ),
);
insertKey(key);

/** Runs the query with drizzle itself. If the two disagreed, an upgrade of drizzle could change values. */
function byDrizzle(builder: unknown, values: Record<string, unknown>): unknown {
  return (builder as { prepare(): { execute(values: unknown): { sync(): unknown } } }).prepare().execute(values).sync();
}

describe('a compiled query', () => {
  it('returns what drizzle returns, with every kind of column decoded', () => {
    const build = (db: Db) =>
      db
        .select()
        .from(keys)
        .where(eq(keys.id, sql.placeholder('id')));
    const rows = compiled(build)({ id: 'key_1' });
    expect(rows).toEqual(byDrizzle(build(db), { id: 'key_1' }));
    expect(rows).toEqual([{ ...key, limits: null, directTools: null, replacedBy: null, revokedAt: null, lastUsedAt: null }]);
  });

  it('leaves expressions and subqueries undecoded', () => {
    const build = (db: Db) =>
      db
        .select({ count: sql<number>`count(*)`, slots: scalar<number>(sql`(select count(*) from ${callSlots})`) })
        .from(items)
        .where(eq(items.isSystem, true));
    expect(compiled(build)({})).toEqual([{ count: 0, slots: 0 }]);
    expect(compiled(build)({})).toEqual(byDrizzle(build(db), {}));
  });

  it('encodes the values of an update for their columns', () => {
    const update = compiled((db) =>
      db
        .update(keys)
        .set({ scopes: given(keys.scopes, 'scopes') as never, expiresAt: given(keys.expiresAt, 'expiresAt') as never })
        .where(eq(keys.id, sql.placeholder('id'))),
    );
    update({ id: 'key_1', scopes: ['a', 'b'], expiresAt: 5 });
    expect(connection.prepare('select scopes, expires_at from keys').raw().all()).toEqual([['["a","b"]', 5]]);
  });

  it('returns the rows of an update with a "returning" clause', () => {
    const update = compiled((db) =>
      db.update(keys).set({ prefix: 'gth_new' }).where(eq(keys.id, 'key_1')).returning({ prefix: keys.prefix }),
    );
    expect(update({})).toEqual([{ prefix: 'gth_new' }]);
  });

  it('names a missing value', () => {
    const query = compiled((db) =>
      db
        .select({ id: keys.id })
        .from(keys)
        .where(eq(keys.id, sql.placeholder('id'))),
    );
    expect(() => query({})).toThrow('"id"');
  });
});

afterAll(() => {
  connection.close();
});

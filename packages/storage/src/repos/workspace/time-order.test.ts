import Database from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrateSqlite } from '../../engines/sqlite/migrate.ts';
import { ask, type Op, runSync } from '../../kernel/ops.ts';
import { readMigrations } from '../../migrate.ts';
import { compile } from '../../query/compile.ts';
import type { Db, Engine } from '../../query/engine.ts';
import { sqliteTables } from '../../schema/schema.ts';
import { type ChangeQueries, changeQueries } from './changes.ts';
import type { TimeStretch } from './time-order.ts';
import { type VersionQueries, versionQueries } from './versions.ts';

describe('looking through changes on SQLite, without statistics', () => {
  let database: Database.Database;
  beforeAll(() => {
    database = new Database(':memory:');
    migrateSqlite(database, readMigrations('sqlite'));
  });
  afterAll(() => void database.close());

  /** Query plans of a look, for versions and for other changes. */
  function plansOf(more: Partial<TimeStretch>): string[] {
    const stretch = { after: { at: 1, itemId: 'doc_a', number: 1 }, until: 9, limit: 200, ...more };
    return plansOfBoth((queries) => queries.look('org_a', stretch));
  }

  /** Query plans of any query, for versions and for other changes. */
  function plansOfBoth(query: (queries: Pick<VersionQueries & ChangeQueries, 'look' | 'newestOf'>) => Op<unknown>): string[] {
    const plans: string[] = [];
    const prepare: Engine['prepare'] = (_name, build) => {
      const { text } = compile(drizzle({ client: database }) as unknown as Db, build);
      return () =>
        ask(() => {
          const values = Array(text.split('?').length - 1).fill(1);
          const steps = database.prepare(`explain query plan ${text}`).all(...values) as { detail: string }[];
          plans.push(steps.map(({ detail }) => detail).join('; '));
          return [];
        });
    };
    const engine = { prepare, dialect: 'sqlite', tables: sqliteTables } as Engine;
    runSync(query(versionQueries(engine) as never));
    runSync(query(changeQueries(engine) as never));
    return plans;
  }

  it.each([
    ['keyId', 'key'],
    ['agentId', 'agent'],
    ['personId', 'person'],
    ['traceId', 'trace'],
  ] as const)('reads changes of one %s by its index, in its order and without the rows of versions (D56)', (maker, name) => {
    const [versions, changes, ...others] = plansOf({ madeBy: { maker, id: 'a' } });
    const found = (subject: string) => `(org_id=? AND ${name}_id=? AND (at,${subject},number)>`;
    expect(versions).toContain(`SEARCH versions USING COVERING INDEX versions_${name} ${found('item_id')}`);
    expect(changes).toContain(`SEARCH changes USING INDEX changes_${name} ${found('subject_id')}`);
    for (const plan of [versions, changes]) expect(plan).not.toContain('TEMP B-TREE');
    expect(others).toEqual([]);
  });

  it('reads changes of one call by its index, in its order', () => {
    const [versions, changes] = plansOf({ madeBy: { maker: 'requestId', id: 'req_a' } });
    const found = (subject: string) => `(org_id=? AND request_id=? AND (at,${subject},number)>`;
    expect(versions).toContain(`INDEX versions_request ${found('item_id')}`);
    expect(changes).toContain(`INDEX changes_request ${found('subject_id')}`);
    for (const plan of [versions, changes]) expect(plan).not.toContain('TEMP B-TREE');
  });

  it.each(['key', 'agent', 'person'] as const)(
    'reads the newest changes of one %s by the same index, backwards from a position (D65)',
    (name) => {
      const madeBy = { maker: `${name}Id`, id: 'a' } as const;
      const [versions, changes] = plansOfBoth((queries) => queries.newestOf({ orgId: 'org_a', madeBy, limit: 20 }));
      const found = (subject: string) => `(org_id=? AND ${name}_id=? AND at>? AND (at,${subject},number)<`;
      expect(versions).toContain(`INDEX versions_${name} ${found('item_id')}`);
      expect(changes).toContain(`INDEX changes_${name} ${found('subject_id')}`);
      for (const plan of [versions, changes]) expect(plan).not.toContain('TEMP B-TREE');
    },
  );

  it('reads all changes by an index of times', () => {
    const [versions, changes] = plansOf({});
    expect(versions).toContain('USING COVERING INDEX versions_time (org_id=? AND (at,item_id,number)>');
    expect(changes).toContain('USING INDEX changes_time (org_id=? AND (at,subject_id,number)>');
  });
});

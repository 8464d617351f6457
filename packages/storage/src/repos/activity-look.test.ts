import Database from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compile } from '../compile.ts';
import type { Db, Engine } from '../engine.ts';
import { readMigrations } from '../migrate.ts';
import { ask, runSync } from '../ops.ts';
import { sqliteTables } from '../schema.ts';
import { migrateSqlite } from '../sqlite/migrate.ts';
import { lookThroughLog } from './activity-look.ts';

describe('looking through the log on SQLite', () => {
  let database: Database.Database;
  beforeAll(() => {
    database = new Database(':memory:');
    migrateSqlite(database, readMigrations('sqlite'));
  });
  afterAll(() => void database.close());

  /** How the planner finds the rows of each query of a look. */
  function plans(wanted: object): string[] {
    const texts: string[] = [];
    const prepare: Engine['prepare'] = (_name, build) => {
      texts.push(compile(drizzle({ client: database }) as unknown as Db, build).text);
      return () => ask(() => []);
    };
    const look = lookThroughLog({ prepare, dialect: 'sqlite', tables: sqliteTables } as Engine);
    runSync(look({ orgId: 'org_a', fromId: 0, beforeId: 9, limit: 5, most: 2000, ...wanted }));
    return texts.map((text) => {
      const steps = database.prepare(`explain query plan ${text}`).all(...Array(text.split('?').length - 1).fill(1)) as {
        detail: string;
      }[];
      return steps.map(({ detail }) => detail).find((detail) => detail.includes('SEARCH activity')) ?? 'no search';
    });
  }

  it.each([
    ['activity_org', { tool: 'whoami' }],
    ['activity_org', { itemId: 'doc_a' }],
    ['activity_person', { personId: 'person_a', tool: 'whoami' }],
    ['activity_key', { keyId: 'key_a', personId: 'person_a' }],
  ])('takes the index %s for %j, and no row beside it (D44)', (index, wanted) => {
    for (const plan of plans(wanted)) expect(plan).toMatch(new RegExp(`USING INDEX ${index} \\(org_id=\\? .*id>\\? AND id<\\?\\)`));
    expect(plans(wanted)).toHaveLength(2);
  });
});

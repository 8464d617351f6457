import Database from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrateSqlite } from '../../engines/sqlite/migrate.ts';
import { ask, runSync } from '../../kernel/ops.ts';
import { readMigrations } from '../../migrate.ts';
import { compile } from '../../query/compile.ts';
import type { Db, Engine } from '../../query/engine.ts';
import { sqliteTables } from '../../schema/schema.ts';
import { lookThroughLog } from './activity-look.ts';

describe('looking through the log on SQLite', () => {
  let database: Database.Database;
  beforeAll(() => {
    database = new Database(':memory:');
    migrateSqlite(database, readMigrations('sqlite'));
  });
  afterAll(() => void database.close());

  /** Query plans of a look, one for each of its queries. */
  function plans(wanted: object): string[] {
    const texts: string[] = [];
    const prepare: Engine['prepare'] = (_name, build) => {
      const { text } = compile(drizzle({ client: database }) as unknown as Db, build);
      return () =>
        ask(() => {
          texts.push(text);
          return [];
        });
    };
    const look = lookThroughLog({ prepare, dialect: 'sqlite', tables: sqliteTables } as Engine);
    runSync(look({ orgId: 'org_a', fromId: 0, beforeId: 9, limit: 5, most: 2000, ...wanted }));
    return texts.map((text) => {
      const steps = database.prepare(`explain query plan ${text}`).all(...Array(text.split('?').length - 1).fill(1)) as {
        detail: string;
      }[];
      return steps.map(({ detail }) => detail).join('; ');
    });
  }

  it.each([
    ['activity_org', { tool: 'whoami' }],
    ['activity_person', { personId: 'person_a', tool: 'whoami' }],
    ['activity_key', { keyId: 'key_a', personId: 'person_a' }],
  ])('reads only the range of rows, by the index %s, for %j (D44)', (index, wanted) => {
    for (const plan of plans(wanted)) expect(plan).toMatch(new RegExp(`USING INDEX ${index} \\(org_id=\\? .*id>\\? AND id<\\?\\)`));
    expect(plans(wanted)).toHaveLength(2);
  });

  it('finds the rows of one item by its index, and scans only the newest rows, which are not in that index yet', () => {
    const [position, newest, newestEnd, ofItem, ofItemEnd, ...others] = plans({ itemId: 'doc_a', tool: 'whoami' });
    expect(position).toContain('activity_position');
    for (const plan of [newest, newestEnd]) expect(plan).toContain('USING INDEX activity_org (org_id=? AND id>? AND id<?)');
    const byItem = 'SEARCH activity_items USING PRIMARY KEY (org_id=? AND item_id=? AND activity_id>? AND activity_id<?)';
    expect(ofItem).toContain(byItem);
    expect(ofItem).toContain('SEARCH activity USING INTEGER PRIMARY KEY (rowid=?)');
    expect(ofItemEnd).toContain(byItem);
    expect(others).toEqual([]);
  });
});

import { itemTypes } from '@gatehouse/domain';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { runSync } from '../../kernel/ops.ts';
import { readMigrations } from '../../migrate.ts';
import { acme, owner } from '../../testing/sample-rows.ts';
import { sqliteEngine } from './engine.ts';
import { migrateSqlite } from './migrate.ts';
import { sqliteSearch } from './search.ts';
import { rowsPerOrganization } from './search-statements.ts';
import { noStaleBodies } from './stale-bodies.ts';

/**
 * Opens a database with one document in which `e` and `o` are too common for an index lookup, and with `others` more items of each type.
 */
function openSearch(others: number) {
  const connection = new Database(':memory:');
  migrateSqlite(connection, readMigrations('sqlite'));
  const row = Number(rowsPerOrganization) + 1;
  const body = 'eo'.repeat(5001);
  connection.prepare('insert into organizations (id, name, number, task_count, created_at) values (?, ?, 1, 0, 1)').run(acme.id, acme.name);
  connection
    .prepare(
      `insert into items (org_id, id, type, name, kind, mime_type, size_bytes, tags, is_system, is_agent_memory, version_count, last_change, search_row, created_at, updated_at)
       values (?, 'doc_1', 'doc', 'n', 'text', 'text/markdown', 1, '[]', 0, 0, 1, '', ?, 1, 1)`,
    )
    .run(acme.id, BigInt(row));
  connection.prepare("insert into texts (org_id, item_id, body) values (?, 'doc_1', ?)").run(acme.id, body);
  for (const type of itemTypes)
    connection
      .prepare(
        `with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < ?)
         insert into items (org_id, id, type, name, kind, mime_type, size_bytes, tags, is_system, is_agent_memory, version_count, last_change, created_at, updated_at)
         select ?, ? || number, ?, 'x' || number, 'text', 'text/plain', 1, '[]', 0, 0, 1, '', 1, 1 from numbers`,
      )
      .run(others, acme.id, `${type}_of_many_`, type);
  const asked: string[] = [];
  const noting = new Proxy(connection, {
    get(target, name) {
      if (name !== 'prepare') return Reflect.get(target, name);
      return (text: string) => {
        asked.push(text);
        return target.prepare(text);
      };
    },
  });
  const search = sqliteSearch(noting, sqliteEngine(noting), { stale: noStaleBodies(connection), merges: { noted: () => {} } });
  // Makes the characters common in names too, so that searches of every type walk the rows.
  runSync(search.put({ orgId: acme.id, searchRow: row, name: body, tags: [], body }));
  const planOf = (text: string): string[] => {
    const values = [...text.matchAll(/\?/g)].map(() => null);
    return connection
      .prepare<unknown[], { detail: string }>(`explain query plan ${text}`)
      .all(...values)
      .map(({ detail }) => detail);
  };
  return { search, asked, planOf };
}

describe('search on SQLite', () => {
  it.each([undefined, ...itemTypes])('walks rows by their index without sorting, for common characters in type %s', (type) => {
    // One more than the number of items that are read one by one.
    const { search, asked, planOf } = openSearch(501);
    const before = asked.length;
    for (const match of ['phrase', 'words'] as const) {
      const hits = runSync(search.find({ viewer: owner, query: match === 'phrase' ? 'eo' : 'o e', match, type, limit: 25 }));
      expect(hits.map(({ id }) => id)).toEqual(type === undefined || type === 'doc' ? ['doc_1'] : []);
    }
    const ofItems = asked.slice(before).filter((text) => text.includes('"search_row"'));
    const steps = ofItems.flatMap(planOf);
    expect(steps.filter((step) => step.includes('search_row>'))).toHaveLength(1);
    expect(steps.filter((step) => /\bitems\b/.test(step) && !step.includes('search_row'))).toEqual([]);
    expect(steps.filter((step) => step.includes('TEMP B-TREE'))).toEqual([]);
  });

  it.each(['file', 'skill'] as const)('reads only the items of a type with few items: %s', (type) => {
    const { search, asked, planOf } = openSearch(500);
    const before = asked.length;
    expect(runSync(search.find({ viewer: owner, query: 'eo', type, limit: 25 }))).toEqual([]);
    const steps = asked.slice(before).flatMap(planOf).join(' ');
    expect(steps).toMatch(/SEARCH items USING INDEX \w+ \(org_id=\? AND type=\?/);
    expect(steps).not.toMatch(/search_row|search_names|search_name_terms/);
  });
});

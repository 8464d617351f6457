import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readMigrations } from '../../migrate.ts';
import { indexMerges } from './index-merges.ts';
import { migrateSqlite } from './migrate.ts';

describe('merging the search index', () => {
  let connection: Database.Database;
  beforeEach(() => {
    connection = new Database(':memory:');
    migrateSqlite(connection, readMigrations('sqlite'));
  });
  afterEach(() => connection.close());

  /** Indexes each row in a transaction of its own, as calls do. Each adds a segment to the index. */
  function index(from: number, to: number): void {
    const name = connection.prepare('insert into search_names (rowid, name, tags) values (?, ?, ?)');
    const body = connection.prepare('insert into search_bodies (rowid, body) values (?, ?)');
    for (let row = from; row < to; row++) {
      name.run(row, `name ${row}`, '');
      body.run(row, `${row} ${'text of many letters '.repeat(20)} ${row * 7919}`);
    }
  }
  const parts = (table: string) => connection.prepare(`select count(distinct segid) from ${table}_idx`).pluck().get();
  const found = () => connection.prepare("select count(*) from search_bodies where search_bodies match 'letters'").pluck().get();

  it('begins when the number of rows has doubled, and merges each table into one segment in bounded steps', () => {
    const merges = indexMerges(connection);
    index(1, 1000);
    merges.noted(999);
    expect(merges.isDue()).toBe(false);
    index(1000, 1101);
    merges.noted(101);
    expect(merges.isDue()).toBe(true);
    expect([Number(parts('search_names')) > 1, Number(parts('search_bodies')) > 1]).toEqual([true, true]);
    const pages = connection.prepare<[], number>('select count(*) from search_bodies_data').pluck();
    const whole = pages.get() ?? 0;
    let steps = 1;
    while (merges.step()) {
      steps++;
      expect(found()).toBe(1100);
    }
    expect(steps).toBeGreaterThan(Math.min(4, whole / 64));
    expect([parts('search_names'), parts('search_bodies'), found()]).toEqual([1, 1, 1100]);
    expect(merges.isDue()).toBe(false);
    merges.noted(1099);
    expect(merges.isDue()).toBe(false);
    merges.noted(1);
    expect(merges.isDue()).toBe(true);
  });
});

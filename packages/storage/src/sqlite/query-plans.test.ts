import { taskStatuses } from '@gatehouse/domain';
import Database from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { expect, it } from 'vitest';
import { compile } from '../compile.ts';
import type { Db, Engine } from '../engine.ts';
import { readMigrations } from '../migrate.ts';
import { runSync } from '../ops.ts';
import { allQueries } from '../repos/all.ts';
import { acme, ada, owner } from '../testing/sample-rows.ts';
import { sqliteEngine } from './engine.ts';
import { migrateSqlite } from './migrate.ts';

/** Tables that grow with what an organization does. */
const large = ['items', 'versions', 'texts', 'tasks', 'activity', 'changes', 'keys', 'search_entries'].join('|');

/** Those that read many rows all the same, and why they may. */
const reasons: Record<string, string> = {
  oauth_grants_ended: 'upkeep, once an hour, looks at keys of every organization',
  keys_all: 'the command line lists all keys of an organization',
  tasks_created: 'a page in the order of the index, which leaves none out',
  tasks_due: 'a page in the order of the index, which leaves none out',
  activity_sums_newest: 'the last row by its number: the order is that of the table',
};

/** Without statistics, as a new installation is until somebody runs ANALYZE, which nobody does. */
function planAll(): Map<string, string[]> {
  const connection = new Database(':memory:');
  migrateSqlite(connection, readMigrations('sqlite'));
  const engine = sqliteEngine(connection);
  const db = drizzle({ client: connection }) as unknown as Db;
  const plans = new Map<string, string[]>();
  const recording: Engine = {
    ...engine,
    prepare(name, build) {
      const { text } = compile(db, build);
      const values = [...text.matchAll(/\?/g)].map(() => null);
      const steps = connection.prepare<unknown[], { detail: string }>(`explain query plan ${text}`).all(...values);
      plans.set(
        name,
        steps.map(({ detail }) => detail),
      );
      return engine.prepare(name, build);
    },
  };
  askForLists(allQueries(recording));
  connection.close();
  return plans;
}

/** Lists make a query for each set of filters, when it is asked for. */
function askForLists({ items, tasks, trash, folders, browsing }: ReturnType<typeof allQueries>): void {
  const orders = ['changed', 'created'] as const;
  const folder = [undefined, 'folder'];
  const since = [undefined, 5];
  for (const viewer of [owner, ada]) {
    for (const filter of each({ order: orders, folderId: folder, since })) {
      for (const sort of ['doc', 'skill', 'file'] as const) runSync(items.list({ viewer, sort, limit: 10, ...filter }));
      runSync(items.list({ viewer, sort: 'file', kind: 'pdf', limit: 10, ...filter }));
    }
    runSync(trash.list(viewer, 10));
    runSync(folders.list(viewer, 10));
    runSync(folders.systemItemsOf(acme.id, 'folder', 10));
    runSync(browsing.list({ viewer, folderId: null, types: ['doc'], sort: 'name', limit: 10 }));
  }
  const status = [undefined, ...taskStatuses];
  const assignee = [undefined, 'ada@acme.test'];
  for (const filter of each({ includeDone: [true, false], status, assignee, dueBefore: since, order: ['due', 'created'] as const }))
    runSync(tasks.list({ orgId: acme.id, limit: 10, ...filter }));
}

it('system documents of a folder are found without the others in it', () => {
  expect(planAll().get('folder_guarded_system')).toContain(
    'SEARCH items USING INDEX items_system (org_id=? AND folder_id=? AND deleted_at=?)',
  );
});

/** Every choice of one value for each name. */
function each<Values extends Record<string, readonly unknown[]>>(values: Values): { [Name in keyof Values]: Values[Name][number] }[] {
  const choices = Object.entries(values).reduce<object[]>(
    (chosen, [name, given]) => chosen.flatMap((one) => given.map((value) => ({ ...one, [name]: value }))),
    [{}],
  );
  return choices as { [Name in keyof Values]: Values[Name][number] }[];
}

const wholeTable = new RegExp(`^SCAN (?:${large})\\b(?! USING INTEGER PRIMARY KEY)`);
/** Only the organization is looked up, and what comes is sorted: so all of its rows are read. */
const wholeOrganization = new RegExp(`^SEARCH (?:${large}) USING(?: COVERING)? INDEX \\w+ \\(org_id=\\?\\)`);

it('no query of SQLite reads all rows of a large table, or all of an organization', () => {
  const plans = planAll();
  expect(plans.size).toBeGreaterThan(250);
  const found = [...plans].filter(([, steps]) => steps.some((step) => wholeTable.test(step) || wholeOrganization.test(step)));
  expect(Object.fromEntries(found.filter(([name]) => !(name in reasons)))).toEqual({});
  expect(found.map(([name]) => name).sort()).toEqual(Object.keys(reasons).sort());
});

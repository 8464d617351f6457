import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { expect, it } from 'vitest';
import { readMigrations } from '../../migrate.ts';
import type { Db, Engine } from '../../query/engine.ts';
import { allQueries } from '../../repos/all.ts';
import { activityQueries } from '../../repos/log/activity.ts';
import { askAllLists } from '../../testing/ask-all-lists.ts';
import { compileForSqlite, sqliteEngine } from './engine.ts';
import { migrateSqlite } from './migrate.ts';
import { searchStatements } from './search-statements.ts';

/** Tables that grow with what an organization does. */
const large = ['items', 'versions', 'texts', 'tasks', 'activity', 'changes', 'comments', 'review_decisions', 'keys', 'search_entries'].join(
  '|',
);

/** Queries that are allowed to read many rows, with the reason. */
const reasons: Record<string, string> = {
  oauth_grants_ended: 'upkeep, once an hour, looks at keys of every organization',
  keys_all: 'the command line lists all keys of an organization',
  tasks_created: 'a page in the order of the index, which leaves none out',
  tasks_due: 'a page in the order of the index, which leaves none out',
  activity_sums_newest: 'the last row by its number: the order is that of the table',
  activity_first: 'the first row by its number',
  activity_last: 'the last row by its number',
  comments_use: 'the newest ones up to a limit, in the order of the index',
  keys_: 'a page in the order of the index, which leaves none out',
};

/** The export of the command line reads a log in its order to the end, in a process of its own; calls and people look through a bounded part. */
const isOfExport = (name: string) => /^activity_(?!look|behind|sums|count|first|last)/.test(name);

interface Planned {
  text: string;
  steps: string[];
}

/** Plans all queries without statistics, as in an installation where ANALYZE never ran. */
function planAll(): { plans: Map<string, Planned>; indexes: string[] } {
  const connection = new Database(':memory:');
  migrateSqlite(connection, readMigrations('sqlite'));
  const engine = sqliteEngine(connection);
  const db = drizzle({ client: connection }) as unknown as Db;
  const plans = new Map<string, Planned>();
  const recording: Engine = {
    ...engine,
    prepare(name, build) {
      const { text } = compileForSqlite(db, build);
      const values = [...text.matchAll(/\?/g)].map(() => null);
      const steps = connection.prepare<unknown[], { detail: string }>(`explain query plan ${text}`).all(...values);
      plans.set(name, { text, steps: steps.map(({ detail }) => detail) });
      return engine.prepare(name, build);
    },
  };
  askAllLists(allQueries(recording), activityQueries(recording), searchStatements(recording));
  const written = `select name from sqlite_schema where type = 'index' and tbl_name in ('items', 'texts', 'versions', 'changes', 'comments', 'review_decisions', 'tasks')`;
  const indexes = connection.prepare<[], string>(written).pluck().all();
  connection.close();
  return { plans, indexes };
}

const { plans, indexes } = planAll();

/** The names of statements in the sources; of those that lists make one by one, what all of a list begin with. */
function namesInSources(): { whole: string[]; beginnings: string[] } {
  const files = ['../../repos', '.'].flatMap((folder) => {
    const place = path.join(import.meta.dirname, folder);
    return readdirSync(place, { recursive: true, encoding: 'utf8' }).map((file) => path.join(place, file));
  });
  const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts')).map((file) => readFileSync(file, 'utf8'));
  const named = sources.flatMap((text) => [...text.matchAll(/\bprepare\(\s*(?:'([a-z0-9_]+)'|`([a-z0-9_]+)\$\{)/g)]);
  return { whole: named.flatMap(([, name]) => name ?? []), beginnings: named.flatMap(([, , beginning]) => beginning ?? []) };
}

it('every named statement of the sources is planned here', () => {
  const planned = [...plans.keys()];
  const { whole, beginnings } = namesInSources();
  expect(whole.length).toBeGreaterThan(200);
  expect(whole.filter((name) => !planned.includes(name))).toEqual([]);
  // A statement named as a whole can begin like those of a list.
  const ofLists = planned.filter((name) => !whole.includes(name));
  expect(beginnings.filter((beginning) => !ofLists.some((name) => name.startsWith(beginning)))).toEqual([]);
});

it('open tasks of an assignee are found without reading those of others', () => {
  const ofAssignee = (name: string) => plans.get(name)?.steps.find((step) => step.includes('tasks'));
  expect(ofAssignee('tasks_due openAssigned assignee')).toBe('SEARCH tasks USING INDEX tasks_assignee (org_id=? AND assignee=?)');
  expect(ofAssignee('tasks_created openAssigned assignee')).toBe(
    'SEARCH tasks USING INDEX tasks_assignee_created (org_id=? AND assignee=?)',
  );
});

it('system documents of a folder are found without the others in it', () => {
  expect(plans.get('folder_guarded_system')?.steps).toContain(
    'SEARCH items USING INDEX items_system (org_id=? AND folder_id=? AND deleted_at=?)',
  );
});

it('former content of a folder is found by the folder, and changes of items by the items (D67.2)', () => {
  const steps = [
    'past_in_folder',
    'past_in_root',
    'past_taken_out',
    'past_rows',
    'past_fields',
    'past_items',
    'past_task_last',
    'past_task_next',
  ]
    .flatMap((name) => plans.get(name)?.steps ?? [])
    .flatMap((step) => /^SEARCH (?:items|changes|c|v) .*/.exec(step) ?? []);
  const ofSubject = 'USING INDEX sqlite_autoindex_changes_1 (org_id=? AND subject_id=?)';
  expect(steps).toEqual([
    ...Array(2).fill('SEARCH items USING COVERING INDEX items_in_folder (org_id=? AND folder_id=? AND id>? AND id<?)'),
    'SEARCH changes USING COVERING INDEX changes_moved_from (org_id=? AND moved_from=? AND subject_id>? AND subject_id<?)',
    ...Array(2).fill(`SEARCH changes ${ofSubject}`),
    'SEARCH items USING INDEX sqlite_autoindex_items_2 (org_id=? AND id=?)',
    'SEARCH v USING COVERING INDEX versions_item_time (org_id=? AND item_id=? AND at<?)',
    `SEARCH c ${ofSubject}`,
    ...Array(2).fill(`SEARCH changes ${ofSubject}`),
  ]);
});

const wholeTable = new RegExp(`^SCAN (?:${large})\\b(?! USING INTEGER PRIMARY KEY)`);
/** Matches a step that finds rows only by organization, and therefore reads all rows of one. */
const wholeOrganization = new RegExp(`^SEARCH (?:${large}) USING(?: COVERING)? INDEX \\w+ \\(org_id=\\?\\)`);

it('no query of SQLite reads all rows of a large table, or of an organization', () => {
  expect(plans.size).toBeGreaterThan(250);
  const found = [...plans].filter(
    ([name, { steps }]) => !isOfExport(name) && steps.some((step) => wholeTable.test(step) || wholeOrganization.test(step)),
  );
  expect(Object.fromEntries(found.filter(([name]) => !(name in reasons)))).toEqual({});
  expect(found.map(([name]) => name).sort()).toEqual(Object.keys(reasons).sort());
});

it('every index is used by a query', () => {
  const steps = [...plans.values()].flatMap((plan) => plan.steps);
  const unused = (index: string) => !steps.some((step) => new RegExp(`INDEX ${index}\\b`).test(step));
  expect(indexes.length).toBeGreaterThan(35);
  expect(indexes.filter(unused)).toEqual([]);
});

it('no bound value makes SQLite plan a statement again', () => {
  const found = [...plans].filter(([, { text }]) => text.replaceAll('(select ?)', '').includes('?'));
  expect(found.map(([name]) => name)).toEqual([]);
});

it('constants of the program are part of the statement', () => {
  expect(plans.get('item_to_read_doc')?.text).toContain(`"items"."type" in ('doc')`);
});

import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runAsync } from '../../../kernel/ops.ts';
import { readMigrations } from '../../../migrate.ts';
import { activityQueries } from '../../../repos/log/activity.ts';
import { createTestDatabase, postgresMissing, type TestDatabase } from '../../../testing/index.ts';
import { sampleActivity } from '../../../testing/sample-rows.ts';
import { openPostgres } from '../../open-postgres.ts';
import type { Store } from '../../store.ts';
import { postgresEngine } from '../engine.ts';
import { migratePostgres } from '../migrate.ts';
import { connectAlone } from '../pipeline/connect.ts';
import { dropActivityMonths, makeActivityMonths, monthOf } from './activity-months.ts';

const minuteMs = 60_000;
const day = (year: number, month: number, date: number, ...time: number[]) => Date.UTC(year, month - 1, date, ...time);

describe('monthOf', () => {
  it.each([
    [day(2026, 12, 31, 23, 59, 59, 999), 0, 'activity_2026_12', day(2026, 12, 1), day(2027, 1, 1)],
    [day(2026, 12, 31), 2, 'activity_2027_02', day(2027, 2, 1), day(2027, 3, 1)],
    [day(2028, 2, 29), 0, 'activity_2028_02', day(2028, 2, 1), day(2028, 3, 1)],
  ])('%d and %d months', (at, shift, table, from, until) => {
    expect(monthOf(at, shift)).toEqual({ table, from: from / minuteMs, until: until / minuteMs });
  });
});

describe.skipIf(postgresMissing() !== undefined)('the log by months on Postgres', () => {
  let test: TestDatabase;
  let client: pg.Client;
  let stores: Store[];

  beforeEach(async () => {
    test = await createTestDatabase();
    client = await connectAlone(test.url, 'test');
    stores = [];
  });
  afterEach(async () => {
    for (const store of stores) await store.close();
    await client.end();
    await test[Symbol.asyncDispose]();
  });

  const open = async () => {
    const store = await openPostgres({ url: test.url, report: (error) => expect.unreachable(String(error)) });
    stores.push(store);
    return store;
  };
  const rowsOf = async (text: string, values: unknown[] = []) => (await client.query(text, values)).rows;
  const record = (store: Store, times: number[]) =>
    store.perform(
      function* () {
        for (const at of times) yield* store.activity.record(sampleActivity({ at, requestId: `req_${at}` }));
      },
      { changes: true },
    );
  /** Number of rows in each partition. */
  const parts = async () => {
    const found = await rowsOf('select tableoid::regclass::text as part, count(*)::int as rows from activity group by 1 order by 1');
    return Object.fromEntries(found.map(({ part, rows }) => [part, rows]));
  };

  it('moves earlier rows unchanged, each into its month', async () => {
    const all = readMigrations('postgres');
    await migratePostgres(test.url, all.slice(0, 3));
    const times = [day(2025, 12, 31, 23, 59, 59, 999), day(2026, 1, 1), day(2026, 1, 31), 5, day(4026, 1, 1)];
    for (const [index, at] of times.entries()) {
      await client.query(
        `insert into activity (at, org_id, key_id, entrance, tool, outcome, status, duration_micros, request_id, argument_bytes, result_bytes, count, folded_minute)
         values ($1, 'org_1', 'key_1', 'http', 'whoami', 'ok', 200, 1, 'req', 0, 0, 3, $2)`,
        [at, index < 2 ? Math.floor(at / minuteMs) : null],
      );
    }
    const before = await rowsOf('select * from activity order by id');
    await migratePostgres(test.url, all);
    const after = await rowsOf('select * from activity order by id');
    expect(after.map(({ minute: _, ...row }) => row)).toEqual(before);
    expect(await parts()).toEqual({ activity_2025_12: 1, activity_2026_01: 2, activity_other: 2 });
    const store = await open();
    await record(store, [day(2026, 1, 2)]);
    expect(await store.read(() => store.activity.extent())).toEqual({ firstId: 1, lastId: times.length + 1 });
  });

  it('creates this month and the next two once, even from many processes concurrently', async () => {
    await open();
    const made = await rowsOf("select inhrelid::regclass::text as part from pg_inherits where inhparent = 'activity'::regclass order by 1");
    const now = Date.now();
    expect(made.map(({ part }) => part)).toEqual([...[0, 1, 2].map((shift) => monthOf(now, shift).table), 'activity_other']);
    const clients = await Promise.all(Array.from({ length: 6 }, () => connectAlone(test.url, 'test')));
    const soon = { from: day(2031, 11, 1), to: day(2031, 11, 30) };
    const tables = (await Promise.all(clients.map((each) => makeActivityMonths(each, soon)))).flat();
    expect(tables.sort()).toEqual(['activity_2031_11', 'activity_2031_12', 'activity_2032_01']);
    for (const each of clients) await each.end();
  });

  it('accepts a row without a partition for its month, and does not move it', async () => {
    const store = await open();
    const time = day(2031, 5, 5);
    await record(store, [time]);
    expect(await makeActivityMonths(client, { from: time, to: time })).toEqual(['activity_2031_06', 'activity_2031_07']);
    await record(store, [time + 1, day(2031, 6, 1)]);
    expect(await parts()).toEqual({ activity_2031_06: 1, activity_other: 2 });
    expect((await store.read(() => store.activity.list({ orgId: 'org_acme', since: time, limit: 9 }))).length).toBe(3);
  });

  it('folds refusals exactly up to the end of a month, in several processes (D14)', async () => {
    const all = [await open(), await open()];
    await makeActivityMonths(client, { from: day(2031, 5, 5), to: day(2031, 5, 5) });
    const border = day(2031, 6, 1);
    const refuse = (store: Store, at: number) => store.perform(() => store.activity.recordFolded(refusal(at)), { changes: false });
    const times = [border - minuteMs, border - 1, border, border + minuteMs - 1];
    await Promise.all(all.flatMap((store) => times.flatMap((at) => Array.from({ length: 20 }, () => refuse(store, at)))));
    const folded = await rowsOf(
      'select folded_minute::int as minute, sum(count)::int as count, count(*)::int as rows from activity group by 1 order by 1',
    );
    expect(folded).toEqual([
      { minute: border / minuteMs - 1, count: 80, rows: 1 },
      { minute: border / minuteMs, count: 80, rows: 1 },
    ]);
    expect(await parts()).toEqual({ activity_2031_05: 1, activity_2031_06: 1 });
  });

  it('drops months that are entirely old, but not the newest row, and does not wait for a long reader', async () => {
    const store = await open();
    await makeActivityMonths(client, { from: day(2025, 1, 1), to: day(2025, 1, 1) });
    await record(store, [day(2025, 1, 1), day(2025, 1, 31, 23, 59, 59, 999), day(2025, 2, 1), day(2025, 2, 28), day(2025, 3, 1)]);
    const reader = await connectAlone(test.url, 'test');
    await reader.query('begin');
    await reader.query('select count(*) from activity');
    expect(await store.removeOldMonths(day(2025, 2, 28))).toBe(0);
    await record(store, [day(2025, 3, 2)]);
    await reader.end();
    expect(await store.removeOldMonths(day(2025, 2, 28))).toBe(1);
    expect(await parts()).toEqual({ activity_2025_02: 2, activity_2025_03: 2 });
    expect(await dropActivityMonths(client, day(2026, 1, 1))).toEqual(['activity_2025_02']);
    expect(await store.removeOldMonths(day(2026, 1, 1))).toBe(0);
    expect(await parts()).toEqual({ activity_2025_03: 2 });
  });

  it('is read only by indexes, in row order, and only in months that can match', async () => {
    await open();
    const [from, to] = [day(2031, 1, 1), day(2031, 4, 30)];
    await makeActivityMonths(client, { from, to });
    await client.query(
      `insert into activity (at, org_id, entrance, tool, outcome, status, duration_micros, request_id, argument_bytes, result_bytes, count, minute)
       select at, 'org_' || n % 10, 'http', 'whoami', 'ok', 200, 1, 'req', 0, 0, 1, at / 60000
       from (select n, $1::bigint + n::bigint * 500000 as at from generate_series(1, 20000) as n) as rows`,
      [from],
    );
    await client.query('vacuum analyze activity');
    const plan = async (filter: Partial<Parameters<Store['activity']['list']>[0]>) => {
      const { list } = activityQueries(postgresEngine());
      let shown = '';
      // Session that shows the plan of each statement instead of running it.
      const run = async ({ text }: { text: string }, values: unknown[]) => {
        shown = (await rowsOf(`explain ${text}`, values)).map((row) => row['QUERY PLAN']).join('\n');
        return { rows: [], command: '' };
      };
      await runAsync(list({ orgId: 'org_3', limit: 50, ...filter }), { run });
      return shown;
    };
    const middle = 10_000;
    for (const filter of [{}, { beforeId: middle }, { fromId: middle }, { fromId: middle, throughId: middle + 1000 }, { tool: 'whoami' }]) {
      const shown = await plan(filter);
      expect(shown).toMatch(/Limit.*\n.*Merge Append/);
      expect(shown).not.toMatch(/Seq Scan on activity_2|Sort {2}/);
      // Never by the numbers of all organizations.
      expect(new Set(shown.match(/using activity_2031_\d\d_(\w+)/g)?.map((index) => index.slice(-13)))).toEqual(new Set(['org_id_id_idx']));
    }
    const months = async (filter: object) => new Set((await plan(filter)).match(/activity_2031_\d\d(?= )/g));
    expect(await months({ until: day(2031, 2, 20) })).toEqual(new Set(['activity_2031_01', 'activity_2031_02']));
    expect(await months({ since: day(2031, 2, 10), until: day(2031, 2, 20) })).toEqual(new Set(['activity_2031_02']));
  });
});

function refusal(at: number) {
  return { ...sampleActivity({ at, outcome: 'rate_limited', status: 429 }), keyId: 'key_1' };
}

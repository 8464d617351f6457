import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, postgresMissing, type TestDatabase } from '../../../testing/index.ts';
import { isConnectionFault } from '../pipeline/faults.ts';
import type { Statement } from '../pipeline/statement.ts';
import { type Lanes, openLanes } from './lanes.ts';

const divide: Statement = { name: 'divide', text: 'select 12 / $1::int, now()::text', kind: 'reads' };
const count: Statement = { name: 'count', text: 'select * from generate_series(1, $1::int)', kind: 'reads' };
const add: Statement = { name: 'add', text: 'insert into lines (value) values ($1) returning now()::text', kind: 'adds' };
const where: Statement = { name: 'where', text: 'select pg_backend_pid(), now()::text, $1::int', kind: 'reads' };
const end: Statement = { name: 'end', text: 'select pg_terminate_backend(pg_backend_pid())', kind: 'reads' };

describe.skipIf(postgresMissing() !== undefined)('statements on a lane', () => {
  let database: TestDatabase;
  let lanes: Lanes;

  beforeAll(async () => {
    database = await createTestDatabase();
    await database.run('create table lines (value int check (value < 100))');
    lanes = openLanes({ count: 1, config: { connectionString: database.url }, readiness: { settings: {} } });
    // Executes each statement once: only statements that a connection knows are sent together.
    for (const [statement, value] of [
      [divide, 1],
      [count, 1],
      [add, 1],
    ] as const)
      await lanes.run(statement, [value]);
  });
  afterAll(async () => {
    await lanes.close();
    await database[Symbol.asyncDispose]();
  });

  /** Opens lanes whose connections know the statements. */
  async function openLearned(size: number): Promise<{ lanes: Lanes } & AsyncDisposable> {
    const opened = openLanes({ count: size, config: { connectionString: database.url }, readiness: { settings: {} } });
    for (const statement of [count, where])
      for (let round = 0; round < 2; round++) await Promise.all(Array.from({ length: 16 * size }, () => opened.run(statement, [1])));
    return { lanes: opened, [Symbol.asyncDispose]: () => opened.close() };
  }

  const first = async (statement: Statement, value: unknown) => (await lanes.run(statement, [value])).rows[0];

  it('are one transaction, each with its own answer, if they only read and are requested together', async () => {
    const [three, four, numbers, none] = await Promise.all([
      lanes.run(divide, [4]),
      lanes.run(divide, [3]),
      lanes.run(count, [3]),
      lanes.run(count, [0]),
    ]);
    expect([three?.rows[0]?.[0], four?.rows[0]?.[0]]).toEqual([3, 4]);
    expect(three?.rows[0]?.[1]).toBe(four?.rows[0]?.[1]);
    expect(numbers).toEqual({ rows: [[1], [2], [3]], command: 'SELECT' });
    expect(none).toEqual({ rows: [], command: 'SELECT' });
  });

  it('are answered even if there are too many for one transaction, in any mixture', async () => {
    const values = Array.from({ length: 100 }, (_, index) => (index % 12) + 1);
    const answers = await Promise.all(values.map((value) => first(divide, value)));
    expect(answers.map((row) => row?.[0])).toEqual(values.map((value) => Math.floor(12 / value)));
  });

  it('are separate transactions if they change something', async () => {
    const [one, refused, other] = await Promise.allSettled([first(add, 2), first(add, 200), first(add, 3)]);
    expect(refused).toMatchObject({ status: 'rejected', reason: { code: '23514' } });
    expect(one.status === 'fulfilled' && other.status === 'fulfilled' && one.value?.[0] !== other.value?.[0]).toBe(true);
    expect(await database.run('select count(*)::int as lines from lines')).toEqual([{ lines: 3 }]);
  });

  it('fail without affecting others', async () => {
    const answers = await Promise.allSettled([first(divide, 2), first(divide, 0), first(divide, 'x'), first(count, 1)]);
    expect(answers).toMatchObject([
      { status: 'fulfilled', value: [6, expect.any(String)] },
      { status: 'rejected', reason: { code: '22012' } },
      { status: 'rejected', reason: { code: '22P02' } },
      { status: 'fulfilled', value: [1] },
    ]);
    expect(await first(divide, 1)).toMatchObject([12, expect.any(String)]);
  });

  it('can be new next to known ones', async () => {
    const unknown: Statement = { name: 'double', text: 'select 2 * $1::int', kind: 'reads' };
    expect(await Promise.all([first(unknown, 2), first(count, 1), first(unknown, 3), first(count, 1)])).toEqual([[4], [1], [6], [1]]);
    expect(await Promise.all([first(unknown, 2), first(unknown, 3)])).toEqual([[4], [6]]);
  });

  it('are spread over the lanes, at most sixteen to a transaction, however many are requested', async () => {
    await using several = await openLearned(4);
    const answers = await Promise.all(Array.from({ length: 400 }, () => several.lanes.run(where, [1])));
    const ofLanes = Map.groupBy(answers, ({ rows }) => rows[0]?.[0]);
    expect(ofLanes.size).toBe(4);
    for (const ofLane of ofLanes.values()) expect(ofLane.length).toBeLessThanOrEqual(112);
    for (const ofTransaction of Map.groupBy(answers, ({ rows }) => `${rows[0]?.[0]} ${rows[0]?.[1]}`).values())
      expect(ofTransaction.length).toBeLessThanOrEqual(16);
  });

  it('are not run again if they failed, but those sent with them are', async () => {
    await database.run('create sequence runs');
    const counted: Statement = { name: 'counted', text: "select nextval('runs') / $1::int", kind: 'reads' };
    await lanes.run(counted, [1]);
    const answers = await Promise.allSettled([first(counted, 0), first(count, 1)]);
    expect(answers).toMatchObject([{ reason: { code: '22012' } }, { value: [1] }]);
    expect(await first(counted, 1)).toEqual([3]);
  });

  it('are refused if two have the same name, so that neither gets the answer of the other', async () => {
    const other: Statement = { ...divide, text: 'select 13 / $1::int, now()::text' };
    const [, refused] = await Promise.allSettled([first(divide, 1), first(other, 1)]);
    expect(refused).toMatchObject({ reason: { message: expect.stringContaining('must be unique') } });
  });

  it('are answered if they were requested just before the lanes are closed', async () => {
    const one = await openLearned(1);
    const asked = one.lanes.run(count, [1]);
    await one[Symbol.asyncDispose]();
    expect((await asked).rows).toEqual([[1]]);
  });

  it('get another connection if theirs has lost its prepared statements', async () => {
    await first(count, 1);
    await lanes.run({ text: 'discard all' }, []);
    await expect(first(count, 1)).rejects.toSatisfy(isConnectionFault);
    expect(await Promise.all([first(count, 1), first(divide, 1)])).toMatchObject([[1], [12, expect.any(String)]]);
  });

  it.each([
    ['is ended', () => lanes.run(end, [])],
    [
      'has to be given up because a value cannot be written',
      () =>
        lanes.run(divide, [
          {
            toPostgres: () => {
              throw new Error('no value');
            },
          },
        ]),
    ],
  ])('all get an error when their connection %s, and the next one gets another connection', async (_, breakConnection) => {
    await first(count, 1);
    const broken = await Promise.allSettled([first(divide, 1), breakConnection(), first(divide, 1)]);
    const reasons = broken.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(reasons.length).toBeGreaterThan(0);
    expect(reasons.every((reason) => isConnectionFault(reason) || /no value/.test(reason.message))).toBe(true);
    expect(await first(count, 1)).toEqual([1]);
  });
});

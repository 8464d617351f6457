import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, postgresMissing, type TestDatabase } from '../../../testing/index.ts';
import type { Statement } from '../pipeline/statement.ts';
import { openPools, type Pools } from './pools.ts';

/** Is answered when the gate is open. */
const slow: Statement = { name: 'slow', text: 'select pg_advisory_xact_lock_shared(1)::text, $1::int', kind: 'reads' };
const quick: Statement = { name: 'quick', text: 'select $1::int', kind: 'reads' };
const add: Statement = { name: 'add', text: 'insert into added (value) values ($1) returning value', kind: 'adds' };
const lanes = 4;
const maxApart = 8;

describe.skipIf(postgresMissing() !== undefined)('a slow read', () => {
  let database: TestDatabase;
  let pools: Pools;

  beforeAll(async () => {
    database = await createTestDatabase();
    await database.run('create table added (value int)');
    pools = openPools({ url: database.url, statementTimeoutMs: 20_000 });
  });
  afterAll(async () => {
    await pools.close();
    await database[Symbol.asyncDispose]();
  });
  // Executes each statement once: only statements that a connection knows are sent together.
  beforeEach(() => learn(pools));

  it('does not delay others that are requested with it, and is answered itself', async () => {
    await using gate = await closeGate(database);
    const inItsTurn = [...askMany(20), ask(slow, 20), ...askMany(100)];
    const [held] = inItsTurn.splice(20, 1);
    expect(await Promise.all(inItsTurn)).toEqual([...numbers(20), ...numbers(100)]);
    await gate.open();
    expect(await held).toBe(20);
  });

  it('does not delay others that were sent after it on its connection', async () => {
    await using gate = await closeGate(database);
    const held = await askOneByOne(slow, lanes);
    const behind = await askOneByOne(quick, 20);
    expect(await Promise.all(behind)).toEqual(numbers(20));
    await gate.open();
    expect(await Promise.all(held)).toEqual(numbers(lanes));
  });

  it('does not delay others while connections are left', async () => {
    await using gate = await closeGate(database);
    const held = await askOneByOne(slow, lanes + maxApart - 1);
    await gate.isWaitedForBy(held.length);
    expect(await Promise.all(askMany(100))).toEqual(numbers(100));
    await gate.open();
    expect(await Promise.all(held)).toEqual(numbers(held.length));
  });

  it('leaves half of the connections to transactions, however many there are', async () => {
    await using gate = await closeGate(database);
    const held = numbers(100).map((number) => ask(slow, number));
    await gate.isWaitedForBy(maxApart);
    const clients = await Promise.all(numbers(8).map(() => pools.calls.connect()));
    for (const client of clients) client.release();
    await gate.open();
    expect(await Promise.all(held)).toEqual(numbers(100));
  });

  it('delays a change that comes after it, which happens once', async () => {
    await using gate = await closeGate(database);
    const held = await askOneByOne(slow, lanes);
    const added = ask(add, 7);
    await turn();
    expect(await Promise.all(askMany(20))).toEqual(numbers(20));
    await gate.open();
    expect(await added).toBe(7);
    await Promise.all(held);
    expect(await database.run('select value from added')).toEqual([{ value: 7 }]);
  });

  it('gets its own error, and others do not', async () => {
    await using short = await openLearned(database, 500);
    await using gate = await closeGate(database);
    const asked = [...askMany(20, short.pools), ask(slow, 20, short.pools)];
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.slice(0, 20)).toEqual(numbers(20).map((value) => ({ status: 'fulfilled', value })));
    expect(outcomes[20]).toMatchObject({ status: 'rejected', reason: { code: '57014' } });
    await gate.open();
  });

  async function ask(statement: Statement, value: number, through: Pools = pools): Promise<unknown> {
    return (await through.quick.run(statement, [value])).rows[0]?.at(-1);
  }

  /** Each in a turn of its own, so that none travels with another. */
  async function askOneByOne(statement: Statement, count: number): Promise<Promise<unknown>[]> {
    const asked = [];
    for (const number of numbers(count)) {
      asked.push(ask(statement, number));
      await turn();
    }
    return asked;
  }

  function askMany(count: number, through?: Pools): Promise<unknown>[] {
    return numbers(count).map((number) => ask(quick, number, through));
  }
});

async function learn({ quick: reads }: Pools): Promise<void> {
  for (const statement of [slow, quick])
    for (let round = 0; round < 2; round++) await Promise.all(Array.from({ length: 16 * lanes }, () => reads.run(statement, [0])));
}

async function openLearned({ url }: TestDatabase, statementTimeoutMs: number): Promise<{ pools: Pools } & AsyncDisposable> {
  const pools = openPools({ url, statementTimeoutMs });
  await learn(pools);
  return { pools, [Symbol.asyncDispose]: () => pools.close() };
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

interface Gate extends AsyncDisposable {
  isWaitedForBy(count: number): Promise<void>;
  open(): Promise<void>;
}

async function closeGate(database: TestDatabase): Promise<Gate> {
  const client = await database.connect();
  await client.query('select pg_advisory_lock(1)');
  const waiting =
    "select count(*)::int from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())";
  return {
    isWaitedForBy: (count) => expect.poll(async () => (await client.query(waiting)).rows[0].count).toBeGreaterThanOrEqual(count),
    open: async () => void (await client.query('select pg_advisory_unlock_all()')),
    [Symbol.asyncDispose]: () => client[Symbol.asyncDispose](),
  };
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, postgresMissing, type TestDatabase } from '../../../testing/index.ts';
import type { Store } from '../../store.ts';
import { openPostgres } from '../store.ts';

describe.skipIf(postgresMissing() !== undefined)('task numbers on Postgres (D26)', () => {
  let database: TestDatabase;
  let stores: Store[];

  beforeAll(async () => {
    database = await createTestDatabase();
    stores = await Promise.all([openPostgres({ url: database.url }), openPostgres({ url: database.url })]);
    for (const id of ['org_a', 'org_b']) await perform(stores[0]!, () => stores[0]!.organizations.create({ id, name: id, createdAt: 1 }));
  });
  afterAll(async () => {
    await Promise.all(stores.map((store) => store.close()));
    await database[Symbol.asyncDispose]();
  });

  const perform = <T>(store: Store, program: Parameters<typeof store.perform<T>>[0]) => store.perform(program, { changes: true });
  const next = (store: Store, orgId: string) => perform(store, () => store.organizations.nextTaskNumber(orgId));
  const byNumber = (left: number, right: number) => left - right;

  it('are assigned once and without gaps, even by two processes and for two organizations at the same time', async () => {
    const given = await Promise.all(
      Array.from({ length: 400 }, async (_, index) => {
        // Some in the same turn, some in a later one.
        for (let turn = 0; turn < index % 7; turn++) await new Promise(setImmediate);
        return { orgId: index % 3 === 0 ? 'org_b' : 'org_a', number: await next(stores[index % 2]!, index % 3 === 0 ? 'org_b' : 'org_a') };
      }),
    );
    for (const orgId of ['org_a', 'org_b']) {
      const numbers = given.filter((one) => one.orgId === orgId).map(({ number }) => number);
      expect(numbers.sort(byNumber)).toEqual(numbers.map((_, index) => index + 1));
    }
  });

  it('wait only for a lock on their own organization', async () => {
    const [store] = stores as [Store];
    await using locker = await database.connect();
    await locker.query('begin');
    await locker.query("select 1 from organizations where id = 'org_a' for update");
    let isGiven = false;
    const locked = Promise.all([next(store, 'org_a'), next(store, 'org_a')]).finally(() => {
      isGiven = true;
    });
    const free = await Promise.all([next(store, 'org_b'), next(store, 'org_b')]);
    expect(free[1]).toBe(free[0]! + 1);
    expect(isGiven).toBe(false);
    await locker.query('commit');
    const [first, second] = await locked;
    expect(second).toBe(first + 1);
  });

  it('are refused for a missing organization, and assigned to others in the same turn', async () => {
    const [store] = stores as [Store];
    const answers = await Promise.allSettled([next(store, 'org_none'), next(store, 'org_b')]);
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });
});

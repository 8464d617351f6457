import pg from 'pg';
import { expect, it } from 'vitest';
import { createTestDatabase, postgresMissing } from '../../../testing/index.ts';
import { openNetwork } from '../../../testing/network.ts';
import { openPostgres } from '../store.ts';

const skip = postgresMissing() !== undefined;

it.skipIf(skip)('a store closes only after it has finished removing months of its log', async () => {
  await using database = await createTestDatabase();
  const store = await openPostgres({ url: database.url });
  await database.run('create table activity_2001_01 partition of activity for values from (16303680) to (16348320)');
  await using reader = await database.connect();
  await reader.query('begin');
  await reader.query('select 1 from activity_2001_01');
  let isOver = false;
  const removed = store.removeOldMonths(Date.UTC(2002, 0)).finally(() => {
    isOver = true;
  });
  await store.close();
  expect(isOver).toBe(true);
  // Upkeep skips a month that a long transaction is reading.
  expect(await removed).toBe(0);
});

it.skipIf(skip)('closeGracefully does not wait for a network that is cut when the work is done', async () => {
  await using database = await createTestDatabase();
  await (await openPostgres({ url: database.url })).close();
  const network = await openNetwork(database.url);
  const end: () => Promise<void> = pg.Client.prototype.end;
  try {
    const store = await openPostgres({ url: network.url });
    pg.Client.prototype.end = function (this: pg.Client) {
      network.cut();
      return end.call(this);
    } as pg.Client['end'];
    expect(await store.removeOldMonths(0)).toBe(0);
    pg.Client.prototype.end = end as pg.Client['end'];
    network.mend('lost');
    await store.close();
  } finally {
    pg.Client.prototype.end = end as pg.Client['end'];
    await network.close();
  }
});

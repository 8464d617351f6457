import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readQuestion } from '@gatehouse/domain/words';
import { expect, it } from 'vitest';
import { verifyDatabase } from '../../admin/verify/verify.ts';
import { createAcme, createSample, owner } from '../../testing/sample-rows.ts';
import { openConnection } from './connection.ts';
import { openSqlite } from './store.ts';

it('reports after an upgrade that older items are not searched by words yet, and indexes them in the background', async () => {
  using folder = mkdtempDisposableSync(path.join(tmpdir(), 'gatehouse-words-'));
  const file = path.join(folder.path, 'gatehouse.db');
  const before = openSqlite({ file });
  await before.perform(() => createAcme(before), { changes: true });
  for (let number = 0; number < 40; number++) {
    await before.perform(() => createSample(before, { id: `doc_${number}`, body: 'A zebra crossing' }), { changes: true });
  }
  while (await before.indexWords());
  await before.close();
  // Restores the state after the migration.
  const connection = openConnection(file);
  connection.exec('delete from search_words; delete from search_counts; delete from search_waiting');
  connection.exec('insert into search_waiting select search_row, 1 from items where search_row is not null');
  connection.close();

  const store = openSqlite({ file });
  const ask = () => store.read(() => store.search.findBest({ viewer: owner, question: readQuestion('zebra crossings'), limit: 25 }));
  expect(await ask()).toEqual({ hits: [], isIncomplete: 'index' });
  // No one has to ask for it.
  await expect.poll(async () => (await ask()).isIncomplete, { timeout: 20_000 }).toBe(false);
  expect((await ask()).hits).toHaveLength(25);
  await store.close();
  const { problems } = await verifyDatabase({ database: { engine: 'sqlite', file } });
  expect(problems.filter(({ check }) => check === 'search')).toEqual([]);
});

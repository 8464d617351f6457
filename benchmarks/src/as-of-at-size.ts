import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Credential, type Gateway, newId } from '@gatehouse/core';
import { openPostgres, openSqlite, type Store } from '@gatehouse/storage';
import { createMigratedDatabase } from '@gatehouse/storage/testing';
import { ask, createOwner, gatewayOn } from './gateway-calls.ts';
import { medianBy } from './median.ts';
import { step } from './report.ts';

/**
 * `node benchmarks/src/as-of-at-size.ts [documents]`: cost of a page of a folder at an earlier time, compared with the current page, on
 * both engines. Each document has two versions and two other changes, all after the requested time. Half of the entries came into the
 * folder later, and as many were moved out of it.
 */
const [documents = 250_000] = process.argv.slice(2).map(Number);
const calls = 200;
const hourMs = 60 * 60_000;

interface Measured {
  open(): Store | Promise<Store>;
  query(statement: string): Promise<Row[]>;
}

type Row = Record<string, unknown>;

const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-as-of-'));
try {
  const file = path.join(folder, 'gatehouse.db');
  await measure('SQLite', {
    open: () => openSqlite({ file, indexing: 'at once' }),
    async query(statement) {
      using database = new DatabaseSync(file);
      return database.prepare(statement).all();
    },
  });
  const database = await createMigratedDatabase();
  await measure('Postgres', {
    open: () => openPostgres({ url: database.url }),
    query: async (statement) => (await database.run(statement)) as Row[],
  });
} finally {
  rmSync(folder, { recursive: true });
}
process.exit();

async function measure(name: string, engine: Measured): Promise<void> {
  step(`${name}: ${documents.toLocaleString('en')} documents, ${(4 * documents).toLocaleString('en')} rows of the history`);
  const made = await begin(await engine.open());
  await fill(engine, made);
  const store = await engine.open();
  const gateway = gatewayOn(store);
  const asOf = made.base + hourMs / 2;
  const pages = {
    'today, by name': {},
    'today, newest first': { sort: 'changed' },
    'as it was': { asOf },
    'as it is, by asOf': { asOf: Date.now() },
  };
  for (const [what, input] of Object.entries(pages)) {
    const asked = { folderId: made.folderId, limit: 50, ...input };
    const first = await costOf(gateway, made.owner, asked);
    const cursor = await cursorBehind(gateway, made.owner, asked, 100);
    const later = await costOf(gateway, made.owner, { ...asked, cursor });
    process.stdout.write(
      `${what}: ${first.ms.toFixed(2)} ms (${first.items} items); page 101: ${later.ms.toFixed(2)} ms (${later.items} items)\n`,
    );
  }
  await store.close();
}

interface Made {
  owner: Credential;
  folderId: string;
  otherId: string;
  docId: string;
  base: number;
}

/** An organization with a document that the others are made from. */
async function begin(store: Store): Promise<Made> {
  const gateway = gatewayOn(store);
  const owner = await createOwner(gateway);
  const call = (tool: string, input: object) => ask(gateway, owner, tool, input);
  const { id: folderId } = await call('create_folder', { name: 'Full' });
  const { id: otherId } = await call('create_folder', { name: 'Other' });
  const { docId } = await call('create_doc', { title: 'Plan', bodyMarkdown: 'A text of a few words.\n', folderId });
  await call('move_item', { docId, folderId: otherId });
  await call('set_tags', { docId, tags: ['a'] });
  await store.close();
  return { owner, folderId: String(folderId), otherId: String(otherId), docId: String(docId), base: Date.now() - 4 * hourMs };
}

/** Rows shaped like the document's, numbered `n`. Odd ones have changed their folder since. */
async function fill({ query }: Measured, { folderId, otherId, docId, base }: Made): Promise<void> {
  const begun = newId('doc', base).slice(0, -16);
  const id = `'${begun}' || substr('0000000000000000' || n, -16)`;
  const padded = `'${begun}' || right('0000000000000000' || n, 16)`;
  const isPostgres = (await query('select 1 as one from sqlite_master').catch(() => undefined)) === undefined;
  const key = isPostgres ? padded : id;
  const where = `case n % 4 when 0 then '${folderId}' when 1 then '${otherId}' when 2 then '${folderId}' else '${otherId}' end`;
  const series = isPostgres
    ? `generate_series(1, ${documents}) as s(n)`
    : `(with recursive s(n) as (select 1 union all select n + 1 from s where n < ${documents}) select n from s) s`;
  const insert = async (table: string, condition: string, values: Record<string, string>, rows = 'true') => {
    const [template] = await query(`select * from ${table} where ${condition}`);
    const columns = Object.keys(template as Row);
    const selected = columns.map((column) => values[column] ?? `t.${column}`).join(', ');
    await query(
      `insert into ${table} (${columns.join(', ')}) select ${selected} from ${table} t, ${series} where ${condition.replace(/^/, 't.').replaceAll(' and ', ' and t.')} and ${rows}`,
    );
  };
  const at = (ms: number) => String(base + ms);
  await query(`update organizations set history_since = 0, created_at = 0`);
  await query(`update folders set created_at = 0`);
  await query(`delete from changes where subject_id in ('${folderId}', '${otherId}')`);
  await insert('items', `id = '${docId}'`, {
    id: key,
    name: "'Plan ' || n",
    folder_id: where,
    search_row: 'null',
    version_count: '2',
    created_at: at(0),
    updated_at: at(3 * hourMs),
  });
  await insert('versions', `item_id = '${docId}' and number = 1`, { item_id: key, at: at(0) });
  await insert('versions', `item_id = '${docId}' and number = 1`, { item_id: key, number: '2', at: at(hourMs) });
  const moves = [
    [1, folderId, otherId],
    [2, otherId, folderId],
  ] as const;
  for (const [rest, from, to] of moves)
    await insert(
      'changes',
      `subject_id = '${docId}' and number = 1`,
      {
        subject_id: key,
        at: at(2 * hourMs),
        moved_from: `'${from}'`,
        moved_to: `'${to}'`,
        fields_before: `'{"folderId":"${from}"}'`,
        fields_after: `'{"folderId":"${to}"}'`,
      },
      `n % 4 = ${rest}`,
    );
  await insert('changes', `subject_id = '${docId}' and number = 2`, { subject_id: key, number: '2', at: at(3 * hourMs) });
  await insert('changes', `subject_id = '${docId}' and number = 2`, { subject_id: key, number: '3', at: at(3 * hourMs) });
  if (isPostgres) await query('analyze');
}

async function page(gateway: Gateway, owner: Credential, input: object) {
  return await ask<{ items: unknown[]; nextCursor: string | null }>(gateway, owner, 'browse_folder', input);
}

async function costOf(gateway: Gateway, owner: Credential, input: object): Promise<{ ms: number; items: number }> {
  const times: number[] = [];
  let items = 0;
  for (let call = 0; call < calls; call++) {
    const began = performance.now();
    items = (await page(gateway, owner, input)).items.length;
    times.push(performance.now() - began);
  }
  return { ms: medianBy(times, (ms) => ms), items };
}

async function cursorBehind(gateway: Gateway, owner: Credential, input: object, pages: number): Promise<string> {
  let cursor: string | null = null;
  for (let read = 0; read < pages; read++)
    cursor = (await page(gateway, owner, { ...input, ...(cursor !== null && { cursor }) })).nextCursor;
  if (cursor === null) throw new Error('there are not so many pages');
  return cursor;
}

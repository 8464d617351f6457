import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { minuteMs } from '@gatehouse/domain';
import { expect, it } from 'vitest';
import { forEachEngine, type StorageEngine } from '../kit/engines.ts';
import { callsOn, type Loose, type Person } from '../take-back/run-to-take-back.ts';
import { bulkWorkOn } from './bulk-work-on.ts';

const script = path.join(import.meta.dirname, 'killed-process.ts');
const begin = Date.UTC(2026, 0, 1);
const documents = 60;

forEachEngine((engine) => {
  it('changes and undoes each item once although the process is killed repeatedly (D91)', { timeout: 300_000 }, async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-bulk-'));
    let minutes = 1;
    const killAt = (statement: number) => workInProcess(engine, folder, { statement, startsAt: begin + minutes++ * minuteMs });
    const { person, bulkChangeId, requestId } = await prepare(engine, folder);

    for (const statement of [150, 100, 301]) expect(await killAt(statement)).toBe('SIGKILL');
    const done = await finish(engine, folder, begin + minutes++ * minuteMs, person, bulkChangeId);
    expect(done).toMatchObject({ state: 'done', total: documents, done: documents, failed: 0, inTrash: documents });
    const rows = "select count(*) as rows from activity where request_id = '{}' and tool = 'delete_doc'".replace('{}', requestId);
    expect((await engine.query(folder, rows)).map((row) => Number(row.rows))).toEqual([documents]);

    await change(engine, folder, begin + minutes++ * minuteMs, person, 'undo_bulk_change', { bulkChangeId });
    for (const statement of [90, 200, 400]) expect(await killAt(statement)).toBe('SIGKILL');
    const undone = await finish(engine, folder, begin + minutes++ * minuteMs, person, bulkChangeId);
    expect(undone).toMatchObject({ state: 'undone', undone: documents, kept: 0, inTrash: 0 });
    rmSync(folder, { recursive: true });
  });
});

/** Documents that are to be moved to the trash. */
async function prepare(engine: StorageEngine, folder: string): Promise<{ person: Person; bulkChangeId: string; requestId: string }> {
  const store = await engine.open(folder);
  const call = callsOn(store, begin);
  const { orgId, ownerId } = await call({ type: 'operator' }, 'create_organization', { name: 'Acme', ownerEmail: 'owner@acme.test' });
  const person: Person = { type: 'person', orgId, personId: ownerId };
  const itemIds: string[] = [];
  for (let number = 0; number < documents; number++) itemIds.push((await call(person, 'create_doc', { title: `Plan ${number}` })).docId);
  const { bulkChangeId, requestId } = await call(person, 'change_items', { action: 'delete', itemIds });
  await store.close();
  return { person, bulkChangeId, requestId };
}

async function change(engine: StorageEngine, folder: string, startsAt: number, person: Person, tool: string, input: object): Promise<void> {
  const store = await engine.open(folder);
  await callsOn(store, startsAt)(person, tool, input);
  await store.close();
}

/** Goes on to the end, as the next start does. */
async function finish(engine: StorageEngine, folder: string, startsAt: number, person: Person, bulkChangeId: string): Promise<Loose> {
  const store = await engine.open(folder);
  await bulkWorkOn(store, startsAt, 'last').look();
  const call = callsOn(store, startsAt);
  const read = await call(person, 'read_bulk_change', { bulkChangeId });
  const { items } = await call(person, 'list_trash', { limit: 200 });
  await store.close();
  return { ...read, inTrash: items.length };
}

/** The signal that ended it, or its exit code. */
async function workInProcess(
  engine: StorageEngine,
  folder: string,
  at: { statement: number; startsAt: number },
): Promise<string | number | null> {
  const { DATABASE_URL: databaseUrl } = await engine.environment(folder);
  const told = JSON.stringify({ ...at, databaseUrl, file: path.join(folder, 'gatehouse.db') });
  const child = spawn(process.execPath, [script, told], { stdio: ['ignore', 'inherit', 'inherit'] });
  const [code, signal] = await once(child, 'exit');
  return signal ?? code;
}

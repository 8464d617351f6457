import { copyFileSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openPostgres } from './open-postgres.ts';
import { openSqlite } from './sqlite/store.ts';
import { createMigratedDatabase, postgresMissing, runStatement } from './testing/index.ts';

describe('a store on a file', () => {
  it.each<[what: string, replace: (file: string) => void]>([
    ['the file was deleted', (file) => rmSync(file)],
    ['its log was deleted', (file) => rmSync(`${file}-wal`)],
    ['another file has its name', (file) => renameSync(`${file}.other`, file)],
    ['the file was moved away', (file) => renameSync(file, `${file}.moved`)],
  ])('knows that %s, while it goes on answering', async (_what, replace) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-replaced-'));
    const file = path.join(folder, 'gatehouse.db');
    const store = openSqlite({ file });
    await store.checkWritable();
    copyFileSync(file, `${file}.other`);
    // What other processes do with the same file replaces nothing.
    await openSqlite({ file }).close();
    expect(await store.isReplaced()).toBe(false);
    replace(file);
    expect(await store.isReplaced()).toBe(true);
    await store.checkWritable();
    await store.close();
    rmSync(folder, { recursive: true });
  });
});

describe.skipIf(postgresMissing() !== undefined)('a store on Postgres', () => {
  it('knows that the database behind its address is another one', async () => {
    await using database = await createMigratedDatabase();
    const store = await openPostgres({ url: database.url });
    expect(await store.isReplaced()).toBe(false);
    const name = new URL(database.url).pathname.slice(1);
    const server = database.url.replace(`/${name}`, '/postgres');
    await runStatement(server, `drop database ${name} with (force)`);
    await runStatement(server, `create database ${name} template migrated`);
    // Its connections were broken by that: the next one tells.
    await expect.poll(() => store.isReplaced().catch(() => undefined), { timeout: 25_000 }).toBe(true);
    await store.close();
  });
});

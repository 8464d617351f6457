import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openSqlite } from '../engines/sqlite/store.ts';

let migrated: Promise<Buffer> | undefined;

/** Puts an empty database with all of its tables where there is none: a copy of one that was migrated once takes a tenth of the time. */
export async function putMigratedSqlite(file: string): Promise<void> {
  if (!existsSync(file)) writeFileSync(file, await (migrated ??= migrateTemplate()));
}

async function migrateTemplate(): Promise<Buffer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-template-'));
  try {
    const file = path.join(folder, 'gatehouse.db');
    await openSqlite({ file }).close();
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

import path from 'node:path';
import { openSqlite, type Store } from '@gatehouse/storage';
import { describe } from 'vitest';

/** A database that behaviours are run on: they must hold on every one. */
export interface StorageEngine {
  name: string;
  /** Opens the database of a data directory; a second opening is a second process's view of it. */
  open(folder: string): Store | Promise<Store>;
}

export const sqliteEngine: StorageEngine = {
  name: 'SQLite',
  // What must survive a crash is tested with a process of its own; here waiting for the disk would only cost time.
  open: (folder) => openSqlite({ file: path.join(folder, 'gatehouse.db'), durability: 'relaxed' }),
};

const engines: readonly StorageEngine[] = [sqliteEngine];

/** Runs a group of tests on every engine. */
export function forEachEngine(define: (engine: StorageEngine) => void): void {
  describe.each(engines)('on $name', define);
}

import { accessSync, constants, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { refuseForeignLog } from './log-pair.ts';

/**
 * Opens a connection that cannot change anything, even while a gateway writes to the file. Throws the system's error for a path that is not
 * a file.
 */
export function openForReading(file: string): Database.Database {
  // SQLite reports the same error for every file it cannot open. The system gives the reason.
  accessSync(file, constants.R_OK);
  if (statSync(file).isDirectory()) throw Object.assign(new Error(`${file} is a directory`), { code: 'EISDIR', path: file });
  const connection = new Database(file, { readonly: true, fileMustExist: true, timeout: 5000 });
  refuseForeignLog(connection);
  connection.pragma('cache_size = -32000');
  return connection;
}

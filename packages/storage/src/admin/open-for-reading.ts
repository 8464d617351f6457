import { accessSync, constants, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { refuseForeignLog } from '../sqlite/log-pair.ts';

/** A connection that can change nothing, also while a gateway writes to the file. Throws what the system says of a file that is none. */
export function openForReading(file: string): Database.Database {
  // SQLite says of every file it cannot open the same: the system tells why.
  accessSync(file, constants.R_OK);
  if (statSync(file).isDirectory()) throw Object.assign(new Error(`${file} is a directory`), { code: 'EISDIR', path: file });
  const connection = new Database(file, { readonly: true, fileMustExist: true, timeout: 5000 });
  refuseForeignLog(connection);
  connection.pragma('cache_size = -32000');
  return connection;
}

import type Database from 'better-sqlite3';
import type { FileStore } from '../file-store.ts';
import type { Problem } from './verify.ts';

interface Row {
  blob_id: string;
  item_id: string;
  number: number;
  size_bytes: number;
}

/** Each costs a round trip. */
const atOnce = 16;

const isKept = "from file_objects where state = 'kept'";

/** Databases that no migration has brought so far have none. */
export function countObjects(connection: Database.Database): number {
  return hasObjects(connection) ? (connection.prepare(`select count(*) ${isKept}`).pluck().get() as number) : 0;
}

/** Tells of a blob whether its bytes are in the file store. */
export function objectFinder(connection: Database.Database): (blobId: string) => boolean {
  if (!hasObjects(connection)) return () => false;
  const find = connection.prepare<[string]>(`select 1 ${isKept} and blob_id = ?`);
  return (blobId) => find.get(blobId) !== undefined;
}

/** Every object that a version shows is in the file store, with as many bytes as it had. Reads none of them. */
export async function* checkObjects(connection: Database.Database, files: Pick<FileStore, 'size'>): AsyncGenerator<Problem | number> {
  if (!hasObjects(connection)) return;
  const isStillKept = objectFinder(connection);
  const rows = connection
    .prepare<[], Row>(
      `select blob_id, item_id, min(number) as number, size_bytes from versions where blob_id in (select blob_id ${isKept}) group by blob_id`,
    )
    .all();
  for (let at = 0; at < rows.length; at += atOnce) {
    const some = rows.slice(at, at + atOnce);
    const messages = await Promise.all(some.map((row) => faultOf(row, files)));
    for (const [index, row] of some.entries()) {
      const message = messages[index];
      // A gateway may have purged it since the list was made.
      if (message !== undefined && isStillKept(row.blob_id)) {
        yield { check: 'files', itemId: row.item_id, message: `version ${row.number} of ${row.item_id}: ${message}` };
      }
    }
    yield at + some.length;
  }
}

async function faultOf(row: Row, files: Pick<FileStore, 'size'>): Promise<string | undefined> {
  const size = await files.size(row.blob_id);
  if (size === undefined) return `its file object ${row.blob_id} is not there`;
  return size === row.size_bytes ? undefined : `its file object ${row.blob_id} has ${size} bytes instead of ${row.size_bytes}`;
}

function hasObjects(connection: Database.Database): boolean {
  return connection.prepare("select 1 from sqlite_schema where type = 'table' and name = 'file_objects'").get() !== undefined;
}

import type { FileStore } from '../../kernel/file-store.ts';
import type { Findings } from '../problem.ts';
import { countOf, type Snapshot } from '../snapshot.ts';

interface Row {
  org_id: string;
  item_id: string;
  number: number;
  blob_id: string;
  size_bytes: number;
}

/** Parallel requests: each costs a round trip. */
const atOnce = 16;

const isKept = "from file_objects where state = 'kept'";

/** Counts the objects. Databases before their migration have none. */
export async function countObjects(snapshot: Snapshot): Promise<number> {
  return (await snapshot.hasTable('file_objects')) ? await countOf(snapshot, `select count(*) as count ${isKept}`) : 0;
}

/** Returns a function that checks if the bytes of a blob are in the file store. */
export async function objectFinder(snapshot: Snapshot): Promise<(blobId: string) => Promise<boolean>> {
  if (!(await snapshot.hasTable('file_objects'))) return async () => false;
  return async (blobId) => (await snapshot.rows(`select 1 as kept ${isKept} and blob_id = $1`, [blobId])).length > 0;
}

/** Checks that the file store has every object of a version, with the same number of bytes. Does not read the objects. */
export async function* checkObjects(snapshot: Snapshot, files: Pick<FileStore, 'size'>): Findings {
  if (!(await snapshot.hasTable('file_objects'))) return;
  const isStillKept = await objectFinder(snapshot);
  let rows: Row[];
  let last: Row | undefined;
  do {
    rows = await versionsBehind(snapshot, last);
    const messages = await Promise.all(rows.map((row) => faultOf(row, files)));
    for (const [index, row] of rows.entries()) {
      const message = messages[index];
      // A gateway may have purged it since the page was read.
      if (message !== undefined && (await isStillKept(row.blob_id))) {
        yield { check: 'files', itemId: row.item_id, message: `version ${row.number} of ${row.item_id}: ${message}` };
      }
    }
    yield rows.length;
    last = rows.at(-1);
  } while (rows.length === atOnce);
}

/**
 * Reads the next versions whose bytes are in the file store. Each page is a separate statement, because the snapshot has ended when the
 * store is asked.
 */
async function versionsBehind(snapshot: Snapshot, last: Row | undefined): Promise<Row[]> {
  return await snapshot.rows<Row>(
    `select org_id, item_id, number, blob_id, size_bytes from versions
     where (org_id, item_id, number) > ($1, $2, $3) and blob_id in (select blob_id ${isKept})
     order by org_id, item_id, number limit ${atOnce}`,
    [last?.org_id ?? '', last?.item_id ?? '', last?.number ?? 0],
  );
}

async function faultOf(row: Row, files: Pick<FileStore, 'size'>): Promise<string | undefined> {
  const size = await files.size(row.blob_id);
  if (size === undefined) return `its file object ${row.blob_id} does not exist`;
  return size === row.size_bytes ? undefined : `its file object ${row.blob_id} has ${size} bytes instead of ${row.size_bytes}`;
}

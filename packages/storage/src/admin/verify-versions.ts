import { createHash } from 'node:crypto';
import type Database from 'better-sqlite3';
import { unpack } from '../packing.ts';
import { sha256 } from '../repos/versions.ts';
import type { Problem } from './verify.ts';
import { objectFinder } from './verify-objects.ts';

interface Row {
  org_id: string;
  item_id: string;
  number: number;
  base: number | null;
  packed: Buffer | null;
  blob_id: string | null;
  sha256: Buffer;
  size_bytes: number;
}

/** Every version belongs to an item, has no gap before it, and unpacks to the bytes its checksum names. */
export function* checkVersions(connection: Database.Database): Generator<Problem | number> {
  const chunks = connection.prepare<[string], Buffer>('select data from blob_chunks where blob_id = ? order by number').pluck();
  const rows = connection.prepare<[], Row>(
    'select org_id, item_id, number, base, packed, blob_id, sha256, size_bytes from versions order by org_id, item_id, number',
  );
  const isObject = objectFinder(connection);
  let itemId = '';
  let expected = 1;
  let done = 0;
  /** The last whole version of the item: later ones are differences to it. */
  let whole: { number: number; text: Buffer } | undefined;
  for (const row of rows.iterate()) {
    if (row.item_id !== itemId) [itemId, expected, whole] = [row.item_id, 1, undefined];
    if (row.number !== expected) yield problem(row, `expected version ${expected}`);
    expected = row.number + 1;
    try {
      if (row.packed === null) {
        if (row.blob_id === null || !isObject(row.blob_id)) yield* checkBlob(row, chunks);
      } else {
        const text = unpackRow(row as Row & { packed: Buffer }, whole?.text, whole?.number);
        if (row.base === null) whole = { number: row.number, text };
        yield* compare(row, { size: text.length, hash: sha256(text) });
      }
    } catch (error) {
      yield problem(row, `cannot be unpacked: ${(error as Error).message}`);
    }
    yield ++done;
  }
  yield* findOrphans(connection);
}

function unpackRow({ packed, base }: Row & { packed: Buffer }, whole: Buffer | undefined, number: number | undefined): Buffer {
  if (base === null) return unpack(packed);
  if (whole === undefined || base !== number) throw new Error(`it is a difference to version ${base}, which is not the last whole one`);
  return unpack(packed, whole);
}

function* checkBlob(row: Row, chunks: Database.Statement<[string], Buffer>): Generator<Problem> {
  if (row.blob_id === null) return yield problem(row, 'has no content');
  const hash = createHash('sha256');
  let size = 0;
  for (const chunk of chunks.iterate(row.blob_id)) {
    hash.update(chunk);
    size += chunk.length;
  }
  yield* compare(row, { size, hash: hash.digest() });
}

function* compare(row: Row, { size, hash }: { size: number; hash: Buffer }): Generator<Problem> {
  if (!hash.equals(row.sha256)) yield problem(row, 'does not match its checksum');
  else if (size !== row.size_bytes) yield problem(row, `has ${size} bytes instead of ${row.size_bytes}`);
}

function problem({ item_id, number }: Row, message: string): Problem {
  return { check: 'versions', itemId: item_id, message: `version ${number} of ${item_id}: ${message}` };
}

const orphans = {
  'versions of an item that does not exist':
    'select count(*) from (select distinct org_id, item_id from versions) v where not exists (select 1 from items i where i.org_id = v.org_id and i.id = v.item_id)',
  'texts of an item that does not exist':
    'select count(*) from texts t where not exists (select 1 from items i where i.org_id = t.org_id and i.id = t.item_id)',
  'pieces of a file that does not exist':
    'select count(*) from (select distinct blob_id from blob_chunks) c where not exists (select 1 from blobs b where b.id = c.blob_id)',
  'versions whose file does not exist':
    'select count(*) from versions v where blob_id is not null and not exists (select 1 from blobs b where b.id = v.blob_id)',
};

function* findOrphans(connection: Database.Database): Generator<Problem> {
  for (const [what, sql] of Object.entries(orphans)) {
    const count = connection.prepare(sql).pluck().get() as number;
    if (count > 0) yield { check: 'versions', message: `there are ${what}: ${count}` };
  }
}

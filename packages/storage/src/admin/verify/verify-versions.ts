import { messageOf } from '@gatehouse/domain';
import { unpack } from '../../kernel/packing.ts';
import { sha256 } from '../../repos/workspace/versions.ts';
import type { Findings, Problem } from '../problem.ts';
import { countOf, type Snapshot, smallValue } from '../snapshot.ts';
import { type BlobDigest, digestOfBlob } from './blob-digest.ts';
import { objectFinder } from './verify-objects.ts';

interface Row {
  org_id: string;
  item_id: string;
  number: number;
  base: number | null;
  packed: Buffer | null;
  packed_bytes: number | null;
  blob_id: string | null;
  sha256: Buffer;
  size_bytes: number;
}

/** A whole version, which others are differences to. */
interface Whole {
  number: number;
  text: Buffer;
}

/** Checks that every version belongs to an item, follows the previous number, and unpacks to the bytes of its checksum. */
export async function* checkVersions(snapshot: Snapshot): Findings {
  const pages = snapshot.pages<Row>(
    `select org_id, item_id, number, base, ${smallValue('packed', 'packed')}, blob_id, sha256, size_bytes
     from versions order by org_id, item_id, number`,
  );
  const isObject = await objectFinder(snapshot);
  /** State of the current item: number of its next version, and the last whole version, which later versions are differences to. */
  let item: { id: string; expected: number; whole: Whole | undefined } | undefined;
  for await (const rows of pages) {
    for (const row of rows) {
      if (row.item_id !== item?.id) item = { id: row.item_id, expected: 1, whole: undefined };
      if (row.number !== item.expected) yield problem(row, `expected version ${item.expected}`);
      item.expected = row.number + 1;
      if (row.packed_bytes !== null) item.whole = yield* checkText(snapshot, row, item.whole);
      else if (row.blob_id === null || !(await isObject(row.blob_id))) yield* checkBlob(snapshot, row);
    }
    yield rows.length;
  }
  yield* findOrphans(snapshot);
}

/** Checks a text, and returns the whole version that the next one may be a difference to. */
async function* checkText(snapshot: Snapshot, row: Row, whole: Whole | undefined): AsyncGenerator<Problem, Whole | undefined> {
  const text = unpackRow(row, await packedOf(snapshot, row), whole);
  if (typeof text === 'string') {
    yield problem(row, `cannot be unpacked: ${text}`);
    return whole;
  }
  yield* compare(row, { size: text.length, hash: sha256(text) });
  return row.base === null ? { number: row.number, text } : whole;
}

async function packedOf(snapshot: Snapshot, { org_id, item_id, number, packed }: Row): Promise<Buffer> {
  if (packed !== null) return packed;
  const sql = 'select packed from versions where org_id = $1 and item_id = $2 and number = $3';
  return (await snapshot.rows<{ packed: Buffer }>(sql, [org_id, item_id, number]))[0]?.packed ?? Buffer.alloc(0);
}

/** Unpacks the bytes of a version, or returns the reason why that fails. */
function unpackRow({ base }: Row, packed: Buffer, whole: Whole | undefined): Buffer | string {
  if (base !== null && base !== whole?.number) return `it is a difference to version ${base}, which is not the last version stored whole`;
  try {
    return base === null ? unpack(packed) : unpack(packed, whole?.text);
  } catch (error) {
    return messageOf(error);
  }
}

async function* checkBlob(snapshot: Snapshot, row: Row): AsyncGenerator<Problem> {
  if (row.blob_id === null) return yield problem(row, 'has no content');
  const digest = await digestOfBlob(snapshot, row.blob_id);
  if (typeof digest === 'string') yield problem(row, digest);
  else yield* compare(row, digest);
}

function* compare(row: Row, { size, hash }: BlobDigest): Generator<Problem> {
  if (!hash.equals(row.sha256)) yield problem(row, 'does not match its checksum');
  else if (size !== row.size_bytes) yield problem(row, `has ${size} bytes instead of ${row.size_bytes}`);
}

function problem({ item_id, number }: Row, message: string): Problem {
  return { check: 'versions', itemId: item_id, message: `version ${number} of ${item_id}: ${message}` };
}

const orphans = {
  'versions of an item that does not exist':
    '(select distinct org_id, item_id from versions) v where not exists (select 1 from items i where i.org_id = v.org_id and i.id = v.item_id)',
  'texts of an item that does not exist': 'texts t where not exists (select 1 from items i where i.org_id = t.org_id and i.id = t.item_id)',
  'pieces of a file that does not exist':
    '(select distinct blob_id from blob_chunks) c where not exists (select 1 from blobs b where b.id = c.blob_id)',
  'versions whose file does not exist':
    'versions v where blob_id is not null and not exists (select 1 from blobs b where b.id = v.blob_id)',
};

async function* findOrphans(snapshot: Snapshot): AsyncGenerator<Problem> {
  for (const [what, rows] of Object.entries(orphans)) {
    const count = await countOf(snapshot, `select count(*) as count from ${rows}`);
    if (count > 0) yield { check: 'versions', message: `there are ${what}: ${count}` };
  }
}

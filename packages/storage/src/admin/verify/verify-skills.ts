import { messageOf } from '@gatehouse/domain';
import { readManifest, type SkillFile } from '@gatehouse/domain/skills';
import { unpack } from '../../kernel/packing.ts';
import { sha256 } from '../../repos/workspace/versions.ts';
import type { Findings, Problem } from '../problem.ts';
import type { Snapshot } from '../snapshot.ts';
import { digestOfBlob } from './blob-digest.ts';

interface ManifestRow {
  org_id: string;
  item_id: string;
  hash: string;
  file_count: number;
  size_bytes: number;
  packed: Buffer;
}

interface BlobRow {
  org_id: string;
  item_id: string;
  sha256: string;
  blob_id: string;
  size_bytes: number | null;
  blob_sha256: Buffer | null;
}

/** Stored bytes of one skill by SHA-256, and the hashes that a manifest names. */
interface Stored {
  itemId: string;
  sizes: Map<string, number | null>;
  named: Set<string>;
}

/** Manifests read at a time. Each is a list of at most a tenth of a megabyte. */
const manifestsAtOnce = 50;

/** Checks that every manifest matches its hash, and that each of its files is stored with its size and checksum. */
export async function* checkSkills(snapshot: Snapshot): Findings {
  if (!(await snapshot.hasTable('skill_manifests'))) return;
  yield* checkManifests(snapshot);
  yield* checkBytes(snapshot);
}

async function* checkManifests(snapshot: Snapshot): Findings {
  const pages = snapshot.pages<ManifestRow>(
    'select org_id, item_id, hash, file_count, size_bytes, packed from skill_manifests order by org_id, item_id, hash',
    [],
    manifestsAtOnce,
  );
  let stored: Stored | undefined;
  for await (const rows of pages) {
    for (const row of rows) {
      if (row.item_id !== stored?.itemId) {
        yield* unnamed(stored);
        stored = await storedOf(snapshot, row);
      }
      for (const message of faultsOf(row, stored)) yield { check: 'skills', itemId: row.item_id, message: `${row.item_id}: ${message}` };
    }
    yield rows.length;
  }
  yield* unnamed(stored);
}

async function storedOf(snapshot: Snapshot, { org_id, item_id }: ManifestRow): Promise<Stored> {
  const rows = await snapshot.rows<Pick<BlobRow, 'sha256' | 'size_bytes'>>(
    'select s.sha256, b.size_bytes from skill_blobs s left join blobs b on b.id = s.blob_id where s.org_id = $1 and s.item_id = $2',
    [org_id, item_id],
  );
  return { itemId: item_id, sizes: new Map(rows.map((row) => [row.sha256, row.size_bytes])), named: new Set() };
}

function faultsOf(row: ManifestRow, { sizes, named }: Stored): string[] {
  const name = `its manifest ${row.hash}`;
  let files: SkillFile[];
  try {
    const text = unpack(row.packed);
    if (sha256(text).toString('hex') !== row.hash) return [`${name} does not match its checksum`];
    files = readManifest(text.toString('utf8'));
  } catch (error) {
    return [`${name} cannot be read: ${messageOf(error)}`];
  }
  const faults: string[] = [];
  if (files.length !== row.file_count) faults.push(`${name} counts ${row.file_count} files but has ${files.length}`);
  const total = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (total !== row.size_bytes) faults.push(`${name} states ${row.size_bytes} bytes but has ${total}`);
  for (const { path, sizeBytes, sha256 } of files) {
    named.add(sha256);
    const size = sizes.get(sha256);
    if (size === undefined) faults.push(`its file ${path} is not stored`);
    else if (size !== sizeBytes) faults.push(`its file ${path} has ${size} bytes instead of ${sizeBytes}`);
  }
  return faults;
}

function* unnamed(stored: Stored | undefined): Generator<Problem> {
  if (!stored) return;
  const { itemId, sizes, named } = stored;
  for (const hash of sizes.keys())
    if (!named.has(hash)) yield { check: 'skills', itemId, message: `${itemId}: no manifest names its stored file ${hash}` };
}

async function* checkBytes(snapshot: Snapshot): Findings {
  const pages = snapshot.pages<BlobRow>(
    `select s.org_id, s.item_id, s.sha256, s.blob_id, b.size_bytes, b.sha256 as blob_sha256
     from skill_blobs s left join blobs b on b.id = s.blob_id order by s.org_id, s.item_id, s.sha256`,
  );
  for await (const rows of pages) {
    for (const row of rows) {
      const message = await faultOfBytes(snapshot, row);
      if (message !== undefined)
        yield { check: 'skills', itemId: row.item_id, message: `${row.item_id}: its stored file ${row.sha256}: ${message}` };
    }
    yield rows.length;
  }
}

async function faultOfBytes(snapshot: Snapshot, row: BlobRow): Promise<string | undefined> {
  const digest = await digestOfBlob(snapshot, row.blob_id);
  if (typeof digest === 'string') return digest;
  if (digest.hash.toString('hex') !== row.sha256 || !row.blob_sha256?.equals(digest.hash)) return 'does not match its checksum';
  return digest.size === row.size_bytes ? undefined : `has ${digest.size} bytes instead of ${row.size_bytes}`;
}

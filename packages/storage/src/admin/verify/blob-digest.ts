import { createHash } from 'node:crypto';
import { chunkBytes } from '../../repos/workspace/contents.ts';
import type { Snapshot } from '../snapshot.ts';

export interface BlobDigest {
  size: number;
  hash: Buffer;
}

const chunksAtOnce = 16;

/** Digest of a blob in the database, or the fault of its pieces. */
export async function digestOfBlob(snapshot: Snapshot, blobId: string): Promise<BlobDigest | string> {
  const hash = createHash('sha256');
  let size = 0;
  let number = 0;
  const pages = snapshot.pages<{ number: number; data: Buffer }>(
    'select number, data from blob_chunks where blob_id = $1 order by number',
    [blobId],
    chunksAtOnce,
  );
  for await (const chunks of pages) {
    for (const chunk of chunks) {
      // Ranges of a file are found by piece number, so all pieces except the last must be full.
      if (chunk.number !== number || size !== number * chunkBytes) return `piece ${number} of its file is missing`;
      hash.update(chunk.data);
      size += chunk.data.length;
      number++;
    }
  }
  return { size, hash: hash.digest() };
}

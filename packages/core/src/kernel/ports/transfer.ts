import type { Extracted } from '@gatehouse/domain';
import { type FileStore, type Store, type StoredBlob, sha256 } from '@gatehouse/storage';
import { newId } from '../ids/ids.ts';
import type { Merged } from './text-merger.ts';

/** Bytes to be moved between the file store and a call. */
export type Transfer = { upload: Buffer } | { download: string; sizeBytes: number };

/** Bytes that a call has moved so far, and texts that were merged and extracted for it. */
export interface StagedBytes {
  uploaded?: StoredBlob;
  downloaded?: { blobId: string; bytes: Buffer };
  /** Results by the keys of their jobs. */
  merged?: Map<string, Merged>;
  /** Texts of older versions of files, by `wantedKey`. */
  extracted?: ReadonlyMap<string, Extracted>;
}

/**
 * Thrown by a program that needs bytes moved first: no transaction stays open for that. The gateway rolls back the program, moves the
 * bytes, and runs it again from its first line, in the current workspace.
 */
export class RetryWithBlob extends Error {
  override name = 'TransferNeeded';
  readonly transfer: Transfer;

  constructor(transfer: Transfer) {
    super('bytes must be moved before this program can continue');
    this.transfer = transfer;
  }
}

/** Moves the bytes. An upload is announced first, so that bytes without a version can be found and removed. */
export async function moveBytes(
  { store, files, now }: { store: Store; files: FileStore; now: number },
  transfer: Transfer,
): Promise<StagedBytes> {
  if ('download' in transfer) {
    const { download: blobId, sizeBytes } = transfer;
    return { downloaded: { blobId, bytes: sizeBytes === 0 ? Buffer.alloc(0) : await files.read(blobId, 0, sizeBytes) } };
  }
  const bytes = transfer.upload;
  const uploaded = { id: newId('blob', now), sha256: sha256(bytes), sizeBytes: bytes.length };
  await store.perform(() => store.fileObjects.announce(uploaded.id, now), { changes: true });
  await files.put(uploaded.id, bytes);
  return { uploaded };
}

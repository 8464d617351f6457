import { type Op, type StoredBlob, type StoredVersion, sha256 } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { newId } from '../../kernel/ids/ids.ts';
import { RetryWithBlob } from '../../kernel/ports/transfer.ts';

/** Stores the bytes of a file in the file store, or in the database if none is configured. */
export function* storeFileBytes(context: ToolContext, bytes: Buffer): Op<StoredBlob> {
  if (!context.gateway.hasFileStore) return yield* storeInDatabase(context, bytes);
  const { store, viewer, now } = context;
  const { uploaded } = context.call.effects.moved;
  if (!uploaded?.sha256.equals(sha256(bytes))) throw new RetryWithBlob({ upload: bytes });
  yield* store.contents.referToBlob({ ...uploaded, orgId: viewer.orgId, createdAt: now });
  yield* store.fileObjects.keep(uploaded.id);
  return uploaded;
}

/** Programs read texts of any size in the middle of their transaction, so these stay in the database. */
export function* storeInDatabase({ store, viewer, now }: ToolContext, bytes: Buffer): Op<StoredBlob> {
  return yield* store.contents.putBlob({ id: newId('blob', now), orgId: viewer.orgId, createdAt: now }, bytes);
}

/** The bytes of a version that is a blob, wherever they are, checked against its SHA-256 when they come from outside. */
export function* readFileBytes({ store, call }: ToolContext, { blobId, sha256: expected, sizeBytes }: BlobVersion): Op<Buffer> {
  if (!(yield* store.fileObjects.isKept(blobId))) return yield* store.contents.blob(blobId);
  const { downloaded } = call.effects.moved;
  if (downloaded?.blobId !== blobId) throw new RetryWithBlob({ download: blobId, sizeBytes });
  if (!sha256(downloaded.bytes).equals(expected)) throw new Error(`file object ${blobId} does not match its checksum`);
  return downloaded.bytes;
}

type BlobVersion = Pick<StoredVersion, 'sha256' | 'sizeBytes'> & { blobId: string };

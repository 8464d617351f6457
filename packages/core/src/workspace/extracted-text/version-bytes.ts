import { chunkBytes, type FileStore, type Store, type StoredVersion } from '@gatehouse/storage';

/** Bytes per request to the file store. */
const pieceBytes = 8 * chunkBytes;

/** The bytes of a version, piece by piece, from wherever they are: outside of any transaction. */
export async function* versionPieces(
  { store, files }: { store: Store; files: FileStore | undefined },
  { orgId, itemId, version }: { orgId: string; itemId: string; version: StoredVersion },
): AsyncGenerator<Buffer> {
  const { blobId, sizeBytes } = version;
  if (blobId === null) {
    yield await store.read(() => store.versions.unpackText(orgId, itemId, version));
    return;
  }
  if (!(await store.read(() => store.fileObjects.isKept(blobId)))) {
    for (let number = 0; number * chunkBytes < sizeBytes; number++) yield await store.read(() => store.contents.blobChunk(blobId, number));
    return;
  }
  if (!files) throw new Error('the bytes of a file are in the file store, and there is none');
  for (let from = 0; from < sizeBytes; from += pieceBytes) yield await files.read(blobId, from, Math.min(sizeBytes, from + pieceBytes));
}

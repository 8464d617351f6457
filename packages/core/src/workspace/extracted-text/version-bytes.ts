import { chunkBytes, type FileStore, type Store, type StoredVersion } from '@gatehouse/storage';

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
  const isElsewhere = await store.read(() => store.fileObjects.isKept(blobId));
  if (isElsewhere && !files) throw new Error('the bytes of a file are in the file store, and there is none');
  for (let number = 0; number * chunkBytes < sizeBytes; number++) {
    const from = number * chunkBytes;
    yield files && isElsewhere
      ? await files.read(blobId, from, Math.min(sizeBytes, from + chunkBytes))
      : await store.read(() => store.contents.blobChunk(blobId, number));
  }
}

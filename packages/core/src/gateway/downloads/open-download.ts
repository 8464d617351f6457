import { isToolWithin, keyFault, readingTool } from '@gatehouse/domain';
import { chunkBytes, type FileStore, type Op, type Store, type StoredVersion } from '@gatehouse/storage';
import type { Settings } from '../../kernel/context/context.ts';
import { type DownloadPayload, openDownload } from '../../workspace/files/download-url.ts';
import { describeFile } from '../../workspace/files/kind.ts';
import { viewerOf } from '../callers/caller.ts';

/** Much larger than a piece of the database: each costs a round trip. */
const objectPieceBytes = 1024 * 1024;

/** One version of a file, ready to be sent. */
export interface FileDownload {
  name: string;
  mimeType: string;
  sizeBytes: number;
  sha256: Buffer;
  /** Person who got the address. */
  personId: string;
  /** Bytes in memory while a reader is slow. */
  heldBytes: number;
  /** Reads the bytes from `start` up to, but not including, `end`. They are read from the store piece by piece on request. */
  read(start: number, end: number): AsyncGenerator<Buffer, void, undefined>;
}

/**
 * Opens a download address with the current rights. Undefined if it is forged or expired, its key was revoked, its reader has left the
 * organization, the item became invisible (D24), or the key cannot read files (D49).
 */
export async function openFileDownload(
  { store, files, settings, clock }: Places & { settings: Pick<Settings, 'secret'>; clock: () => number },
  token: string,
): Promise<FileDownload | undefined> {
  const now = clock();
  const payload = openDownload({ secret: settings.secret, token, now });
  return payload && (await store.read(() => findDownload({ store, files }, payload, now)));
}

interface Places {
  store: Store;
  files?: FileStore | undefined;
}

function* findDownload(places: Places, payload: DownloadPayload, now: number): Op<FileDownload | undefined> {
  const { store } = places;
  const { orgId, itemId, personId, keyId } = payload;
  const person = yield* store.people.find(orgId, personId);
  if (!person) return undefined;
  const key = keyId === null ? null : yield* store.keys.find(orgId, keyId);
  if (key === undefined || (key && keyFault(key, now))) return undefined;
  const item = yield* store.items.visible(viewerOf({ orgId, personId, role: person.role, key }, now), 'any', itemId);
  if (!item || !isToolWithin(key?.limits ?? null, readingTool[item.type])) return undefined;
  const version = yield* store.versions.find(orgId, itemId, payload.version);
  if (!version) return undefined;
  if (payload.path !== undefined) return yield* findSkillFile(places, payload, { path: payload.path, manifest: version.manifest });
  const { mimeType, sizeBytes, sha256, blobId } = version;
  const source = blobId === null ? sourceOfText(store, payload, version) : yield* sourceOfBlob(places, blobId);
  return { name: item.name, mimeType, sizeBytes, sha256, personId, ...source };
}

/** Finds a file next to SKILL.md. Reads its bytes, because they determine its type. */
function* findSkillFile(
  { store }: Places,
  { orgId, itemId, personId }: DownloadPayload,
  { path, manifest }: { path: string; manifest: string | null },
): Op<FileDownload | undefined> {
  const files = yield* store.skills.manifest(orgId, itemId, manifest);
  const file = files.find((one) => one.path === path);
  const bytes = file && (yield* store.skills.bytes(orgId, itemId, [file.sha256])).get(file.sha256);
  if (!file || !bytes) return undefined;
  const { mimeType } = describeFile({ bytes, name: path });
  const read: FileDownload['read'] = async function* (start, end) {
    for (let at = start; at < end; ) at += yield* pieceOf(bytes, at, Math.min(end, at + chunkBytes));
  };
  const name = path.slice(path.lastIndexOf('/') + 1);
  return { name, mimeType, sizeBytes: bytes.length, sha256: Buffer.from(file.sha256, 'hex'), personId, read, heldBytes: bytes.length };
}

type Source = Pick<FileDownload, 'read' | 'heldBytes'>;

function* sourceOfBlob({ store, files }: Places, blobId: string): Op<Source> {
  if (files && (yield* store.fileObjects.isKept(blobId))) return { read: readerOfObject(files, blobId), heldBytes: objectPieceBytes };
  return { read: readerOfChunks(store, blobId), heldBytes: chunkBytes };
}

/** Requests each piece separately: a connection to the file store would not wait for a slow reader. */
function readerOfObject(files: FileStore, blobId: string): FileDownload['read'] {
  return async function* (start, end) {
    for (let at = start; at < end; at += objectPieceBytes) yield await files.read(blobId, at, Math.min(end, at + objectPieceBytes));
  };
}

function readerOfChunks(store: Store, blobId: string): FileDownload['read'] {
  return async function* (start, end) {
    for (let at = start; at < end; ) {
      const number = Math.floor(at / chunkBytes);
      const chunk = yield* pieceOf(
        await store.read(() => store.contents.blobChunk(blobId, number)),
        at - number * chunkBytes,
        end - number * chunkBytes,
      );
      at += chunk;
    }
  };
}

/** Reads a version of a text. It is stored compressed, so it is unpacked completely for the first byte. */
function sourceOfText(store: Store, { orgId, itemId }: DownloadPayload, version: StoredVersion): Source {
  const read: Source['read'] = async function* (start, end) {
    if (start >= end) return;
    const text = await store.read(() => store.versions.unpackText(orgId, itemId, version));
    for (let at = start; at < end; ) at += yield* pieceOf(text, at, Math.min(end, at + chunkBytes));
  };
  return { read, heldBytes: version.sizeBytes };
}

/** Yields one piece and returns its length. Throws if it is missing, because the answer would be too short. */
function* pieceOf(bytes: Buffer, start: number, end: number): Generator<Buffer, number, undefined> {
  const piece = bytes.subarray(start, end);
  if (piece.length === 0) throw new Error('a stored file is shorter than its size says');
  yield piece;
  return piece.length;
}

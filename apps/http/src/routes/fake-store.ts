import { createHash, createHmac } from 'node:crypto';
import type { Gateway } from '@gatehouse/core';
import { vi } from 'vitest';

export interface FakeFile {
  name?: string;
  mimeType?: string;
  bytes: Buffer;
  isVisible?: boolean;
  /** Number of the piece that cannot be read. */
  failsAt?: number;
}

const chunkBytes = 256 * 1024;

/** A store with one file, with only the methods that downloads use. */
export function storeWith({ name = 'a.bin', mimeType = 'application/octet-stream', bytes, isVisible = true, failsAt = -1 }: FakeFile) {
  const blobChunk = vi.fn((_blobId: string, number: number) => {
    if (number === failsAt) throw new Error('the disk is gone');
    return bytes.subarray(number * chunkBytes, (number + 1) * chunkBytes);
  });
  const version = { mimeType, sizeBytes: bytes.length, sha256: createHash('sha256').update(bytes).digest(), blobId: 'blob_1' };
  const store = {
    read: async (program: () => Generator<unknown, unknown>) => run(program()),
    people: { find: () => give({ role: 'member' }) },
    keys: { find: () => give({ revokedAt: null, expiresAt: null }) },
    items: { visible: () => give(isVisible ? { name } : undefined) },
    versions: { find: () => give(version) },
    contents: { blobChunk: (blobId: string, number: number) => give(() => blobChunk(blobId, number)) },
  };
  return { store: store as unknown as Gateway['store'], blobChunk };
}

/** A token that the test gateway's secret signed. */
export function signedToken({ personId = 'person_1', keyId = null as string | null } = {}): string {
  const body = Buffer.from(JSON.stringify(['org_1', 'file_1', 1, personId, keyId, 1_000_000]));
  const format = Buffer.from([1]);
  const signature = createHmac('sha256', Buffer.alloc(32, 1)).update('gatehouse download\0').update(format).update(body).digest();
  return Buffer.concat([format, signature, body]).toString('base64url');
}

function* give<T>(value: T | (() => T)): Generator<T, T, T> {
  return yield typeof value === 'function' ? (value as () => T)() : value;
}

/** Runs a program whose steps yield their own results. */
function run(program: Generator<unknown, unknown>): unknown {
  let step = program.next();
  while (!step.done) step = program.next(step.value);
  return step.value;
}

import { crc32, inflateRawSync } from 'node:zlib';
import { ExtractionFailure } from '../../extraction-failure.ts';

/** The entries of a ZIP archive. Each is unpacked when it is read. */
export interface Zip {
  /** The bytes of an entry. Undefined if the name does not exist. */
  read(name: string): Buffer | undefined;
}

export interface UnpackLimits {
  entryBytes: number;
  /** Limit for all entries that are read together. */
  allBytes: number;
}

interface Entry {
  name: string;
  isEncrypted: boolean;
  method: number;
  crc: number;
  packedBytes: number;
  headerAt: number;
}

const mebibyte = 1024 * 1024;
const usualLimits: UnpackLimits = { entryBytes: 64 * mebibyte, allBytes: 128 * mebibyte };
const maxEntries = 10_000;
const endBytes = 22;
const maxCommentBytes = 0xffff;
const oleSignature = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
const signatures = { end: 0x06054b50, entry: 0x02014b50, local: 0x04034b50 };

/**
 * Reads the directory of an archive. Node's zlib unpacks the entries and stops at the limit. The sizes that an archive declares are never
 * trusted.
 */
export function openZip(bytes: Buffer, limits: UnpackLimits = usualLimits): Zip {
  const entries = new Map(readDirectory(bytes).map((entry) => [entry.name, entry]));
  let left = limits.allBytes;
  return {
    read(name) {
      const entry = entries.get(name);
      if (!entry) return undefined;
      const unpacked = unpack(bytes, entry, Math.min(left, limits.entryBytes));
      left -= unpacked.length;
      return unpacked;
    },
  };
}

function readDirectory(bytes: Buffer): Entry[] {
  // Office encrypts the whole archive in another container format.
  if (bytes.subarray(0, 4).equals(oleSignature)) throw new ExtractionFailure('password');
  const end = findEnd(bytes);
  const count = bytes.readUInt16LE(end + 10);
  if (count > maxEntries) throw new ExtractionFailure('too_many_parts');
  const entries: Entry[] = [];
  for (let at = bytes.readUInt32LE(end + 16); entries.length < count; ) {
    if (at + 46 > end || bytes.readUInt32LE(at) !== signatures.entry) throw new ExtractionFailure('damaged');
    const nameBytes = bytes.readUInt16LE(at + 28);
    entries.push({
      name: bytes.toString('utf8', at + 46, at + 46 + nameBytes).replaceAll('\\', '/'),
      isEncrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
      method: bytes.readUInt16LE(at + 10),
      crc: bytes.readUInt32LE(at + 16),
      packedBytes: bytes.readUInt32LE(at + 20),
      headerAt: bytes.readUInt32LE(at + 42),
    });
    at += 46 + nameBytes + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

/** The last record of the archive; a comment may follow it. */
function findEnd(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - endBytes - maxCommentBytes);
  for (let at = bytes.length - endBytes; at >= first; at--) if (bytes.readUInt32LE(at) === signatures.end) return at;
  throw new ExtractionFailure('damaged');
}

function unpack(bytes: Buffer, { isEncrypted, method, crc, packedBytes, headerAt }: Entry, maxBytes: number): Buffer {
  if (isEncrypted) throw new ExtractionFailure('password');
  if (headerAt + 30 > bytes.length || bytes.readUInt32LE(headerAt) !== signatures.local) throw new ExtractionFailure('damaged');
  const from = headerAt + 30 + bytes.readUInt16LE(headerAt + 26) + bytes.readUInt16LE(headerAt + 28);
  const packed = bytes.subarray(from, from + packedBytes);
  if (packed.length < packedBytes || (method !== 0 && method !== 8)) throw new ExtractionFailure('damaged');
  const unpacked = method === 0 ? stored(packed, maxBytes) : inflate(packed, maxBytes);
  if (crc32(unpacked) !== crc) throw new ExtractionFailure('damaged');
  return unpacked;
}

function stored(packed: Buffer, maxBytes: number): Buffer {
  if (packed.length > maxBytes) throw new ExtractionFailure('too_large');
  return packed;
}

function inflate(packed: Buffer, maxBytes: number): Buffer {
  // zlib treats a limit of 0 as no limit.
  if (maxBytes === 0) throw new ExtractionFailure('too_large');
  try {
    return inflateRawSync(packed, { maxOutputLength: maxBytes });
  } catch (cause) {
    const isTooLarge = cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE';
    throw new ExtractionFailure(isTooLarge ? 'too_large' : 'damaged', { cause });
  }
}

import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';

/** The file format is described at sqlite.org/fileformat2.html#the_write_ahead_log. */
const headerBytes = 32;
const frameHeaderBytes = 24;
const magic = 0x377f0682;

/**
 * Describes damage in the write-ahead log of a database. Undefined if the log is complete or absent. SQLite itself reports nothing. It
 * reads the log up to the first damaged page, as it must after a crash during a write, and loses the rest.
 */
export function damageOfLog(database: string): string | undefined {
  const name = `${database}-wal`;
  if (!existsSync(name)) return undefined;
  const log = openSync(name, 'r');
  try {
    const { size } = fstatSync(log);
    if (size <= headerBytes) return undefined;
    const lost = (from: number) =>
      `the write-ahead log ${name} is damaged: the content of its last ${size - from} bytes is lost, except for data that was already in the database file`;
    const header = readHeader(log);
    if (!header) return lost(0);
    const at = firstDamage(log, header, size);
    return at === undefined ? undefined : lost(at);
  } finally {
    closeSync(log);
  }
}

type Sums = [number, number];

interface Header {
  isBigEndian: boolean;
  frameBytes: number;
  salt: Buffer;
  sums: Sums;
}

/** Reads the header. Undefined if it does not match its checksum at two attempts: a gateway may be writing it. */
function readHeader(log: number): Header | undefined {
  return parseHeader(readAt(log, 0, headerBytes)) ?? parseHeader(readAt(log, 0, headerBytes));
}

function parseHeader(header: Buffer): Header | undefined {
  const isBigEndian = header.readUInt32BE(0) === magic + 1;
  if (!isBigEndian && header.readUInt32BE(0) !== magic) return undefined;
  const sums = addTo([0, 0], header.subarray(0, 24), isBigEndian);
  if (!areAt(sums, header, 24)) return undefined;
  return { isBigEndian, frameBytes: frameHeaderBytes + header.readUInt32BE(8), salt: header.subarray(16, 24), sums };
}

/** Offset of a page that does not match its checksum, if a commit follows. Pages after the last commit belong to no transaction. */
function firstDamage(log: number, header: Header, size: number): number | undefined {
  const { frameBytes } = header;
  let { sums } = header;
  for (let at = headerBytes; at + frameBytes <= size; at += frameBytes) {
    const next = sumsBehind(readAt(log, at, frameBytes), header, sums);
    if (next) sums = next;
    // A gateway may have rewritten the page meanwhile.
    else return commitFollows(log, header, size, at) && !sumsBehind(readAt(log, at, frameBytes), header, sums) ? at : undefined;
  }
  return undefined;
}

function sumsBehind(frame: Buffer, { isBigEndian, salt }: Header, before: Sums): Sums | undefined {
  const sums = addTo(addTo(before, frame.subarray(0, 8), isBigEndian), frame.subarray(frameHeaderBytes), isBigEndian);
  return frame.subarray(8, 16).equals(salt) && areAt(sums, frame, 16) ? sums : undefined;
}

/** True if a commit follows. Frames of an earlier round of the log have another salt. */
function commitFollows(log: number, { frameBytes, salt }: Header, size: number, damaged: number): boolean {
  for (let at = damaged + frameBytes; at + frameBytes <= size; at += frameBytes) {
    const header = readAt(log, at, frameHeaderBytes);
    if (header.subarray(8, 16).equals(salt) && header.readUInt32BE(4) !== 0) return true;
  }
  return false;
}

function addTo([first, second]: Sums, bytes: Buffer, isBigEndian: boolean): Sums {
  const read = (at: number) => (isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at));
  for (let at = 0; at < bytes.length; at += 8) {
    first = (first + read(at) + second) >>> 0;
    second = (second + read(at + 4) + first) >>> 0;
  }
  return [first, second];
}

function areAt([first, second]: Sums, bytes: Buffer, at: number): boolean {
  return bytes.readUInt32BE(at) === first && bytes.readUInt32BE(at + 4) === second;
}

/** Reads bytes of the log. Returns zeros if the file is shorter by now. */
function readAt(log: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  readSync(log, bytes, 0, length, at);
  return bytes;
}

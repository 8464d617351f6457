import { closeSync, openSync, readSync, statSync } from 'node:fs';

/** File format: sqlite.org/fileformat2.html#the_database_header. */
const headerBytes = 100;
const name = 'SQLite format 3\0';

/**
 * Number of bytes missing from a database file, by the page count on its first page. Bytes that its write-ahead log may hold are not
 * counted. 0 for a complete file.
 */
export function bytesCutFrom(file: string): number {
  if (!statSync(file).isFile()) return 0;
  const header = readHeader(file);
  if (header.toString('latin1', 0, name.length) !== name) return 0;
  const pageBytes = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
  const logBytes = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  return Math.max(0, header.readUInt32BE(28) * pageBytes - statSync(file).size - logBytes);
}

function readHeader(file: string): Buffer {
  const header = Buffer.alloc(headerBytes);
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, header, 0, headerBytes, 0);
    return header;
  } finally {
    closeSync(descriptor);
  }
}

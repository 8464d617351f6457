import { fstatSync, readSync } from 'node:fs';
import { codeOf } from '@gatehouse/domain';

/** Fields of the first page of a database file, read from the disk. SQLite itself answers from its copy in memory. */
export interface FileHeader {
  pages: number;
  /** Counts changes of the schema. A backup counts one more. */
  schema: number;
}

/** The format is described at sqlite.org/fileformat2.html#the_database_header. */
const places = { pages: 28, schema: 40 };
const readBytes = 44;
const maxDescriptors = 4096;

/**
 * Reads the header of a file that SQLite has open in this process, through SQLite's own descriptor. Closing a descriptor of ours would
 * release all of SQLite's locks on the file. Returns undefined if descriptors cannot be listed, as on Windows.
 */
export function openHeader(identity: string): () => FileHeader | undefined {
  let descriptor: number | undefined;
  return () => {
    if (descriptor === undefined || identityOf(descriptor) !== identity) descriptor = findDescriptor(identity);
    if (descriptor === undefined) return undefined;
    const bytes = Buffer.alloc(readBytes);
    readSync(descriptor, bytes, 0, readBytes, 0);
    return { pages: bytes.readUInt32BE(places.pages), schema: bytes.readUInt32BE(places.schema) };
  };
}

function findDescriptor(identity: string): number | undefined {
  for (let descriptor = 3; descriptor < maxDescriptors; descriptor++) if (identityOf(descriptor) === identity) return descriptor;
  return undefined;
}

/** Device and inode of a descriptor. Undefined if the number is not an open file. */
function identityOf(descriptor: number): string | undefined {
  try {
    const { dev, ino } = fstatSync(descriptor, { bigint: true });
    return `${dev} ${ino}`;
  } catch (error) {
    if (codeOf(error) === 'EBADF') return undefined;
    throw error;
  }
}

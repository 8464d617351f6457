import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  name: string;
  content: string | Buffer;
  /** False values for the directory. */
  declared?: Partial<Record<'flags' | 'method' | 'crc' | 'packedBytes' | 'sizeBytes' | 'headerAt', number>>;
  /** Deflated content that replaces the one made from `content`. */
  packed?: Buffer;
}

/** A ZIP archive of these entries. */
export function makeZip(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content, declared = {}, packed: given } of entries) {
    const bytes = Buffer.from(content);
    const packed = given ?? deflateRawSync(bytes);
    const facts = {
      flags: 0,
      method: 8,
      crc: crc32(bytes),
      packedBytes: packed.length,
      sizeBytes: bytes.length,
      headerAt: at,
      ...declared,
    };
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    writeFacts(local, 6, name, facts);
    const header = Buffer.alloc(46);
    header.writeUInt32LE(0x02014b50, 0);
    writeFacts(header, 8, name, facts);
    header.writeUInt32LE(facts.headerAt, 42);
    locals.push(local, Buffer.from(name), packed);
    directory.push(header, Buffer.from(name));
    at += local.length + Buffer.byteLength(name) + packed.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, listed, end]);
}

type Facts = Required<NonNullable<ZipEntry['declared']>>;

function writeFacts(header: Buffer, at: number, name: string, { flags, method, crc, packedBytes, sizeBytes }: Facts): void {
  header.writeUInt16LE(flags, at);
  header.writeUInt16LE(method, at + 2);
  header.writeUInt32LE(crc, at + 8);
  header.writeUInt32LE(packedBytes, at + 12);
  header.writeUInt32LE(sizeBytes, at + 16);
  header.writeUInt16LE(Buffer.byteLength(name), at + 20);
}

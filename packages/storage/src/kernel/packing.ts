import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

const level = { [constants.ZSTD_c_compressionLevel]: 3 };
/** The match window must cover the dictionary, which can have megabytes. */
const wideWindow = { ...level, [constants.ZSTD_c_windowLog]: 24 };
const dictionaryWindowFrom = 2 * 1024 * 1024;

/** Compresses a text whole, or as a difference to `base`: zstd with the base as its dictionary. */
export function pack(text: Buffer, base?: Buffer): Buffer {
  if (!base) return zstdCompressSync(text, { params: level });
  return zstdCompressSync(text, { params: base.length > dictionaryWindowFrom ? wideWindow : level, dictionary: base });
}

export function unpack(packed: Buffer, base?: Buffer): Buffer {
  return zstdDecompressSync(packed, base ? { dictionary: base } : {});
}

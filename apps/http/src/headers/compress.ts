import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { HttpAnswer } from '../answers.ts';
import { takenEncodings } from './encodings.ts';

type Compress = (bytes: Buffer) => Promise<Buffer>;

const quality = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } };

/** The cheapest first. An older Node has no zstd. */
const encoders: [name: string, compress: Compress][] = [
  ...(typeof zlib.zstdCompress === 'function' ? [['zstd', promisify<Buffer, Buffer>(zlib.zstdCompress)] as [string, Compress]] : []),
  ['br', (bytes) => promisify<Buffer, zlib.BrotliOptions, Buffer>(zlib.brotliCompress)(bytes, quality)],
  ['gzip', promisify<Buffer, Buffer>(zlib.gzip)],
];

/** Below this, an answer fits into the first packets of a connection, and compressing it would only cost time. */
const leastLength = 4096;
/** Each takes memory and one of few threads. Beyond this many, answers are sent uncompressed. */
const mostAtOnce = 16;
let atWork = 0;

/** An answer shared by many callers, compressed once for each encoding. */
export type Compressed = Map<string, Buffer>;

/**
 * Compresses a large answer off the event loop, for a client that takes it. Give it no answer in which a secret stands beside what others
 * chose: its length would tell of the secret (BREACH). // D8
 */
export async function compressAnswer(answer: HttpAnswer, accepted: string | undefined, kept?: Compressed): Promise<HttpAnswer> {
  if (answer.json.length < leastLength) return answer;
  const headers = { ...answer.headers, Vary: 'Accept-Encoding, Origin' };
  const taken = takenEncodings(accepted);
  const [name, compress] = encoders.find(([name]) => taken.has(name)) ?? [];
  if (!name || !compress) return { ...answer, headers };
  const bytes = kept?.get(name) ?? (await compressUnlessBusy(answer.json, compress));
  if (!bytes) return { ...answer, headers };
  kept?.set(name, bytes);
  return { ...answer, bytes, headers: { ...headers, 'Content-Encoding': name } };
}

async function compressUnlessBusy(json: string, compress: Compress): Promise<Buffer | undefined> {
  if (atWork >= mostAtOnce) return undefined;
  atWork += 1;
  try {
    return await compress(Buffer.from(json));
  } finally {
    atWork -= 1;
  }
}

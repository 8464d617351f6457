import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { isLocalClient } from '@gatehouse/entrance';
import type { HttpAnswer } from '../answers.ts';
import { takenEncodings } from './encodings.ts';

type Client = Parameters<typeof isLocalClient>[0];
type Compress = (bytes: Buffer) => Promise<Buffer>;

const { BROTLI_PARAM_QUALITY, BROTLI_MIN_QUALITY, ZSTD_c_compressionLevel, Z_BEST_SPEED } = zlib.constants;
const withZstd = typeof zlib.zstdCompress === 'function' && promisify<Buffer, zlib.ZstdOptions, Buffer>(zlib.zstdCompress);
const withBrotli = promisify<Buffer, zlib.BrotliOptions, Buffer>(zlib.brotliCompress);
const withGzip = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.gzip);

/**
 * Cheapest encoding first, each at its cheapest level. The default level of gzip takes three times as long and saves 5 % more. Older
 * versions of Node have no zstd.
 */
const encoders: [name: string, compress: Compress][] = [
  ...(withZstd ? [['zstd', (bytes) => withZstd(bytes, { params: { [ZSTD_c_compressionLevel]: 1 } })] as [string, Compress]] : []),
  ['br', (bytes) => withBrotli(bytes, { params: { [BROTLI_PARAM_QUALITY]: BROTLI_MIN_QUALITY } })],
  ['gzip', (bytes) => withGzip(bytes, { level: Z_BEST_SPEED })],
];

/**
 * Minimum characters for compression. A shorter answer fits into the first packets of a connection, so compressing it would only take time.
 */
const leastLength = 8192;
/** Maximum concurrent compressions, because each takes memory and one of few threads. Beyond it, answers are sent uncompressed. */
const mostAtOnce = 16;
let atWork = 0;

/** An answer shared by many callers, compressed once for each encoding. */
export type Compressed = Map<string, Buffer>;

/**
 * Compresses a large answer off the event loop, for a client on another machine that accepts it. Never pass an answer that has a secret
 * next to text chosen by others: its length would reveal the secret (BREACH). // D8.3
 */
export async function compressAnswer(answer: HttpAnswer, client: Client, kept?: Compressed): Promise<HttpAnswer> {
  if (answer.json.length < leastLength) return answer;
  const headers = { ...answer.headers, Vary: 'Accept-Encoding, Origin' };
  if (isLocalClient(client)) return { ...answer, headers };
  const taken = takenEncodings(client.headers['accept-encoding']?.toString());
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

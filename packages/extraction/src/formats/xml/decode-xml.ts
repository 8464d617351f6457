import { TextDecoder } from 'node:util';
import { ExtractionFailure } from '../../extraction-failure.ts';

const pieceBytes = 64 * 1024;

/** Decodes an XML file in pieces, in the encoding of its byte order mark or its declaration. */
export function* decodeXml(bytes: Buffer): Generator<string> {
  const decoder = decoderOf(encodingOf(bytes));
  for (let at = 0; at < bytes.length; at += pieceBytes)
    yield decoded(() => decoder.decode(bytes.subarray(at, at + pieceBytes), { stream: true }));
  yield decoded(() => decoder.decode());
}

function encodingOf(bytes: Buffer): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return /^<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(bytes.toString('latin1', 0, 200))?.[1] ?? 'utf-8';
}

function decoderOf(encoding: string): TextDecoder {
  return decoded(() => new TextDecoder(encoding, { fatal: true }));
}

/** Converts errors of decoders, which throw for an unknown encoding and for invalid bytes. */
function decoded<T>(work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw new ExtractionFailure('wrong_encoding', { cause });
  }
}

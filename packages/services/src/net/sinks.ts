import { createBrotliDecompress, createUnzip, createZstdDecompress } from 'node:zlib';
import { answerTooLarge, ServiceFailure } from '../kernel/failure.ts';

/** Receives the bytes of an answer as they arrive. */
export interface Sink {
  take(chunk: Buffer): void;
  end(): void;
  fail(error: Error): void;
}

/** Pauses the other side while its data is not read. */
export interface Flow {
  pause(): void;
  resume(): void;
  /** Called when everything has arrived. */
  done(): void;
  /** Cancels the rest: enough was read, or an error occurred. */
  giveUp(error: Error): void;
}

export interface WholeSinkOptions {
  maxBytes: number;
  /** Treatment of larger bodies: `cut` for a failure, `refuse` for a result. */
  whenMore: 'cut' | 'refuse';
  flow: Flow;
  onWhole(bytes: Buffer): void;
}

/** Collects a whole body. */
export function createWholeSink({ maxBytes, whenMore, flow, onWhole }: WholeSinkOptions): Sink {
  let chunks: Buffer[] = [];
  let total = 0;
  const whole = () => {
    const [only, ...others] = chunks;
    return only && others.length === 0 ? only : Buffer.concat(chunks);
  };
  return {
    take(chunk) {
      chunks.push(chunk);
      total += chunk.byteLength;
      if (total <= maxBytes) return;
      if (whenMore === 'cut') onWhole(whole().subarray(0, maxBytes));
      flow.giveUp(answerTooLarge());
    },
    end() {
      flow.done();
      onWhole(whole());
    },
    fail() {
      chunks = [];
    },
  };
}

/** Cost of an event for the reader in addition to its bytes, counted in bytes. It ends an endless row of small events too. */
const eventBytes = 200;
/** Maximum bytes that wait to be read. */
const waitingBytes = 65_536;

/**
 * Passes an event stream on as it is read, and counts its bytes. The limit is twice `maxBytes`, to leave room for progress notifications.
 */
export function createEventSink(maxBytes: number, flow: Flow): Sink & { body: ReadableStream<Uint8Array> } {
  let bytes = 0;
  let stream!: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        stream = controller;
      },
      pull: () => flow.resume(),
      cancel: () => flow.giveUp(new Error('the stream is no longer read')),
    },
    { highWaterMark: waitingBytes, size: (chunk) => chunk.byteLength },
  );
  return {
    body,
    take(chunk) {
      bytes += chunk.byteLength + eventBytes * blankLines(chunk);
      if (bytes > 2 * maxBytes) return flow.giveUp(answerTooLarge());
      stream.enqueue(chunk);
      if ((stream.desiredSize ?? 0) <= 0) flow.pause();
    },
    end() {
      flow.done();
      stream.close();
    },
    fail: (error) => stream.error(error),
  };
}

/** Approximate number of events that end in these bytes. An event that ends across two chunks is not counted. */
function blankLines(chunk: Uint8Array): number {
  let count = 0;
  for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) {
    if (chunk[at + 1] === 10 || (chunk[at + 1] === 13 && chunk[at + 2] === 10)) count++;
  }
  return count;
}

const decoders: Record<string, () => ReturnType<typeof createUnzip>> = {
  gzip: createUnzip,
  'x-gzip': createUnzip,
  deflate: createUnzip,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

/**
 * Decodes a compressed answer. The gateway requests no encoding, but some services use one anyway, and the limit must count decoded bytes.
 */
export function decodedInto(sink: Sink, encoding: string, flow: Flow): Sink {
  if (encoding === '' || encoding === 'identity') return sink;
  const decoder = decoders[encoding]?.();
  if (!decoder)
    throw new ServiceFailure('failed', 'returned an answer in an encoding that was not requested; tell the operator of the service');
  decoder.on('data', sink.take);
  decoder.on('end', sink.end);
  decoder.on('drain', flow.resume);
  decoder.on('error', (cause) =>
    flow.giveUp(new ServiceFailure('failed', 'returned an answer that cannot be decoded; tell the operator of the service', { cause })),
  );
  let isEmpty = true;
  return {
    take(chunk) {
      isEmpty = false;
      if (!decoder.write(chunk)) flow.pause();
    },
    // The answer to a HEAD request names an encoding, but has no body to decode.
    end: () => (isEmpty ? sink.end() : void decoder.end()),
    fail(error) {
      decoder.destroy();
      sink.fail(error);
    },
  };
}

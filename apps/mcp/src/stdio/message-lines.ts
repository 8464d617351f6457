import type { Readable } from 'node:stream';

export interface LineReader {
  line: (bytes: Buffer) => void;
  /** A line went over the limit: it is skipped to its end, and the next one is read as usual. */
  tooLong: () => void;
  /** Called when the stream ends. A line without a line ending is not a message. */
  end: () => void;
}

const newline = 0x0a;

/** Splits a stream of messages, one per line, without holding more than `maxBytes`. Returns what stops it. */
export function readMessageLines(stream: Readable, maxBytes: number, reader: LineReader): () => void {
  let parts: Buffer[] = [];
  let held = 0;
  let skipping = false;

  function take(part: Buffer): void {
    if (skipping) return;
    held += part.length;
    if (held <= maxBytes) return void parts.push(part);
    skipping = true;
    parts = [];
    reader.tooLong();
  }

  function finishLine(): void {
    const line = Buffer.concat(parts, skipping ? 0 : held);
    const isMessage = !skipping && line.some((byte) => byte > 0x20);
    parts = [];
    held = 0;
    skipping = false;
    if (isMessage) reader.line(line);
  }

  function onData(chunk: Buffer | string): void {
    let rest = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk);
    for (let end = rest.indexOf(newline); end !== -1; end = rest.indexOf(newline)) {
      take(rest.subarray(0, end));
      finishLine();
      rest = rest.subarray(end + 1);
    }
    if (rest.length > 0) take(rest);
  }

  function stop(): void {
    stream.off('data', onData).off('end', onEnd).off('close', onEnd).off('error', onEnd);
    stream.pause();
  }

  function onEnd(): void {
    stop();
    reader.end();
  }

  stream.on('data', onData).once('end', onEnd).once('close', onEnd).once('error', onEnd);
  if (stream.readableEnded || stream.destroyed) setImmediate(onEnd);
  return stop;
}

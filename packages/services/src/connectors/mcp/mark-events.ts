import { randomBytes } from 'node:crypto';
import { findInexactNumber } from '@gatehouse/domain';
import { readMessage } from './read-message.ts';

/**
 * Carries numbers that a double cannot hold through a library that parses events by itself. On the way they are strings, with a random mark
 * that a service cannot guess. // D3
 */
export interface EventMarks {
  /** Replaces such numbers in a stream's data by marked strings. */
  mark(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array>;
  /** Puts the numbers back into a message parsed from that stream. */
  restore<Message>(message: Message): Message;
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

export function createEventMarks(): EventMarks {
  const mark = randomBytes(16).toString('base64url');
  const marked = new RegExp(`"${mark}([^"]+)"`, 'g');
  let isUsed = false;

  function markLines(lines: Buffer): Buffer {
    const text = lines.toString('utf8');
    const withMarks = text.replaceAll(/(?<=^|[\r\n])data:[^\r\n]*/g, markNumbers);
    if (withMarks === text) return lines;
    isUsed = true;
    return Buffer.from(withMarks);
  }

  /** Works line by line, because a JSON string cannot contain a line break. */
  function markNumbers(line: string): string {
    let result = '';
    let from = 0;
    for (let found = findInexactNumber(line, from); found; found = findInexactNumber(line, from)) {
      result += `${line.slice(from, found.start)}"${mark}${line.slice(found.start, found.end)}"`;
      from = found.end;
    }
    return result + line.slice(from);
  }

  return {
    mark(body) {
      let parts: Uint8Array[] = [];
      const lines = new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          const end = Math.max(chunk.lastIndexOf(lineFeed), chunk.lastIndexOf(carriageReturn)) + 1;
          if (end > 0) {
            controller.enqueue(markLines(Buffer.concat([...parts, chunk.subarray(0, end)])));
            parts = [];
          }
          if (end < chunk.length) parts.push(chunk.subarray(end));
        },
        flush: (controller) => controller.enqueue(markLines(Buffer.concat(parts))),
      });
      return body.pipeThrough(lines as ReadableWritablePair<Uint8Array, Uint8Array>);
    },
    restore(message) {
      if (!isUsed) return message;
      try {
        return readMessage(JSON.stringify(message).replaceAll(marked, '$1')) as typeof message;
      } catch (error) {
        // The message is nested so deeply that its next reader refuses it.
        if (error instanceof RangeError) return message;
        throw error;
      }
    },
  };
}

import type { IncomingMessage } from 'node:http';
import type { BodyBudget } from './body-budget.ts';

/** How the reading of a body ended. What is `held` must be given back to the budget when the bytes are done with. */
export type ReceivedBody =
  | { outcome: 'whole'; bytes: Buffer; held: number }
  | { outcome: 'too_large'; size: number }
  | { outcome: 'no_room' }
  | { outcome: 'aborted' };

/** Reads a body into memory, counting: what `Content-Length` says is believed only where it refuses the body. */
export function readBody(incoming: IncomingMessage, maximumBytes: number, budget: BodyBudget): Promise<ReceivedBody> {
  const declared = Number(incoming.headers['content-length'] ?? 0);
  if (declared > maximumBytes) return Promise.resolve({ outcome: 'too_large', size: declared });
  if (declared > 0 && hasWholeBody(incoming) && budget.take(declared)) {
    const bytes: Buffer | null = incoming.read();
    if (bytes) return Promise.resolve({ outcome: 'whole', bytes, held: declared });
    budget.release(declared);
  }
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;

    function onData(chunk: Buffer): void {
      size += chunk.length;
      if (size > maximumBytes) stop({ outcome: 'too_large', size }, size - chunk.length);
      else if (!budget.take(chunk.length)) stop({ outcome: 'no_room' }, size - chunk.length);
      else chunks.push(chunk);
    }
    function onEnd(): void {
      const bytes = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, size);
      finish({ outcome: 'whole', bytes, held: size });
    }
    function onAbort(): void {
      stop({ outcome: 'aborted' }, size);
    }
    function stop(body: ReceivedBody, held: number): void {
      budget.release(held);
      incoming.pause();
      finish(body);
    }
    function finish(body: ReceivedBody): void {
      incoming.off('data', onData);
      incoming.off('end', onEnd);
      incoming.off('close', onAbort);
      resolve(body);
    }

    incoming.on('data', onData);
    incoming.on('end', onEnd);
    incoming.on('close', onAbort);
    // Broken off while the key was looked up: then `close` has been told already.
    if (incoming.destroyed) onAbort();
  });
}

/** True when every byte of the body has arrived. The parser says so itself only a moment later, in `complete`. */
export function hasWholeBody({ complete, headers, readableLength }: IncomingMessage): boolean {
  if (complete) return true;
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === readableLength;
}

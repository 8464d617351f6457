import type { Readable } from 'node:stream';
import { createGrowingBuffer } from './growing-buffer.ts';

/** A request with a body. It has no socket if it did not come over one of Node's connections. */
export type HeldSource = Readable & { socket?: Pick<Readable, 'pause' | 'resume' | 'on' | 'off'> };

interface HeldBody {
  release(): void;
  bytes(): Buffer;
}

const heldBodies = new WeakMap<HeldSource, HeldBody>();

/**
 * Stops reading a body until `takeHeld` takes it. Bytes that were already read are kept as bytes. A stream would keep chunks, at half a
 * kilobyte each however small, and could receive 64,000 of one byte.
 */
export function holdBody(source: HeldSource): void {
  if (!source.socket) {
    source.pause();
    return;
  }
  if (heldBodies.has(source)) return;
  const buffer = createGrowingBuffer({ take: () => true, most: Number.POSITIVE_INFINITY });
  const keep = (chunk: Buffer) => void buffer.append(chunk);
  const goOn = stopConnection(source);

  function release(): void {
    source.off('data', keep).off('end', release);
    goOn();
  }

  source.on('data', keep).on('end', release);
  heldBodies.set(source, { release, bytes: buffer.whole });
}

/** Bytes that arrived while the body was held, or undefined if it was not held. The rest goes to the listener. */
export function takeHeld(source: HeldSource): Buffer | undefined {
  const held = heldBodies.get(source);
  if (!held) return undefined;
  heldBodies.delete(source);
  held.release();
  return held.bytes();
}

/** Pauses the connection of a body, whose listener still gets bytes already read. Returns a function that resumes it. */
export function stopConnection({ socket }: HeldSource): () => void {
  let isStopped = true;
  // The stream requests more from its connection with each chunk that it hands over.
  const stop = () => void (isStopped && socket?.pause());
  socket?.on('resume', stop);
  process.nextTick(stop);
  return () => {
    if (!isStopped) return;
    isStopped = false;
    socket?.off('resume', stop);
    socket?.resume();
  };
}

import type { Readable } from 'node:stream';
import { createGrowingBuffer } from './growing-buffer.ts';

/** A request with a body. One that came over no connection of Node's has no socket. */
export type HeldSource = Readable & { socket?: Pick<Readable, 'pause' | 'resume' | 'on' | 'off'> };

interface HeldBody {
  release(): void;
  bytes(): Buffer;
}

const heldBodies = new WeakMap<HeldSource, HeldBody>();

/**
 * Stops the reading of a body until somebody takes it (`takeHeld`). What comes until then, because it was read already, is kept as bytes:
 * a stream keeps chunks, half a kilobyte for each however small it is, and would have 64,000 of one byte come.
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

/** What has come of a body while it was held, nothing where it was not; from now on the rest goes to the listener. */
export function takeHeld(source: HeldSource): Buffer | undefined {
  const held = heldBodies.get(source);
  if (!held) return undefined;
  heldBodies.delete(source);
  held.release();
  return held.bytes();
}

/** Reads no more of a body whose stream goes on: the listener gets what was already read. Returns what lets it come on. */
export function stopConnection({ socket }: HeldSource): () => void {
  let isStopped = true;
  // The stream asks its connection for more with each chunk that it hands over.
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

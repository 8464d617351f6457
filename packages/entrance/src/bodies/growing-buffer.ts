import { freeMemory } from './free-memory.ts';

/** Buffer for bytes that arrive in chunks, in memory of about their own size. */
export interface GrowingBuffer {
  /** Takes over a chunk, which must not be used afterwards. False if there is no room: then no part of the chunk counts. */
  append(chunk: Buffer): boolean;
  /** All bytes as one buffer. Call it once, and append nothing afterwards. */
  whole(): Buffer;
  /** Releases the memory of unwanted bytes. */
  free(): void;
  /** Bytes of memory taken so far. */
  readonly held: number;
}

export interface GrowingBufferOptions {
  /** Called before each piece of memory is taken. False refuses it. */
  take: (bytes: number) => boolean;
  /** Maximum bytes that will come, if known. */
  most: number;
}

const smallestPiece = 4 * 1024;
const maxPiece = 1024 * 1024;

/**
 * Copies chunks into pieces that double in size. A chunk kept as it came costs its own object, half a kilobyte even for one byte, and keeps
 * the whole packet in memory.
 */
export function createGrowingBuffer({ take, most }: GrowingBufferOptions): GrowingBuffer {
  const pieces: Buffer[] = [];
  let held = 0;
  let size = 0;
  /** Used bytes of the last piece. */
  let used = 0;

  function grow(needed: number): boolean {
    const doubled = Math.min(Math.max(held, smallestPiece), maxPiece);
    const bytes = Math.max(Math.min(doubled, most - held), needed);
    if (!take(bytes)) return false;
    pieces.push(Buffer.allocUnsafeSlow(bytes));
    held += bytes;
    used = 0;
    return true;
  }

  function free(): void {
    for (const piece of pieces.splice(0)) freeMemory(piece);
  }

  return {
    append(chunk) {
      const last = pieces.at(-1);
      const fitting = last ? Math.min(last.length - used, chunk.length) : 0;
      const rest = chunk.length - fitting;
      // Takes the room before writing, so that a refused chunk leaves no bytes.
      const usedBefore = used;
      if (rest > 0 && !grow(rest)) return false;
      if (fitting > 0) chunk.copy(last!, usedBefore, 0, fitting);
      if (rest > 0) chunk.copy(pieces.at(-1)!, 0, fitting);
      used = rest > 0 ? rest : usedBefore + fitting;
      size += chunk.length;
      freeMemory(chunk);
      return true;
    },
    whole() {
      if (pieces.length === 1) return pieces[0]!.subarray(0, size);
      const all = Buffer.concat(pieces, size);
      free();
      return all;
    },
    free,
    get held() {
      return held;
    },
  };
}

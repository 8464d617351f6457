/** Minimum size that is worth the microsecond. */
const smallest = 16 * 1024;

/**
 * Releases the memory of unneeded bytes immediately, and leaves the buffer empty. Otherwise it would stay until a collection, which may
 * come only after another 64 MB of garbage. Memory shared with other buffers stays.
 */
export function freeMemory({ buffer, length }: Buffer): void {
  if (length < smallest || buffer.byteLength !== length || !(buffer instanceof ArrayBuffer)) return;
  buffer.transfer(0);
}

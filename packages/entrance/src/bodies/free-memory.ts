/** Smaller memory is not worth the microsecond. */
const smallest = 16 * 1024;

/**
 * Gives back at once the memory of bytes that nobody will look at again; the buffer is empty then. What is only let go of stays until a
 * collection, which may come when 64 MB more have been let go of. Memory that is shared with other buffers is left alone.
 */
export function freeMemory({ buffer, length }: Buffer): void {
  if (length < smallest || buffer.byteLength !== length || !(buffer instanceof ArrayBuffer)) return;
  buffer.transfer(0);
}

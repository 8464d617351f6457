/** Thrown if a copy cannot begin. The message states what to do. */
export class CopyError extends Error {
  override name = 'CopyError';
}

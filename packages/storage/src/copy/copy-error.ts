/** A copy that cannot be begun, with what to do about it. */
export class CopyError extends Error {
  override name = 'CopyError';
}

/**
 * Creates a UUID of version 7: the time, then random bits. Keys of successive writes are neighbors in the gateway's index, which then
 * writes one page for many keys.
 */
export function newIdempotencyKey(): string {
  const time = Date.now().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`;
}

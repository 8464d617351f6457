import type { NodeRequest } from '../node-request.ts';
import { type PlainHead, readPlainHead } from './plain-request.ts';

/** A request with nothing remarkable in its head whose body came along with it. */
export interface ArrivedRequest {
  head: PlainHead;
  bytes: Buffer;
}

/** Takes the body of a request that is all there; undefined, and the body untouched, where some of it is still to come. */
export async function takeArrived(incoming: NodeRequest['incoming']): Promise<ArrivedRequest | undefined> {
  // This continues when the parser has handed over what arrived with the head. That the message is complete it says only later.
  await Promise.resolve();
  if (incoming.readableLength === 0 || incoming.destroyed) return undefined;
  const head = readPlainHead(incoming);
  if (!head || Number(head['content-length']) !== incoming.readableLength) return undefined;
  const bytes: Buffer | null = incoming.read();
  return bytes ? { head, bytes } : undefined;
}

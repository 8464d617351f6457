import type { NodeRequest } from '../../requests/node-request.ts';
import { type PlainHead, readPlainHead } from './plain-request.ts';

/** A request with an ordinary head, whose body arrived with the head. */
export interface ArrivedRequest {
  head: PlainHead;
  bytes: Buffer;
}

/** Takes the body of a request if the whole body has arrived. Otherwise returns undefined and leaves the body untouched. */
export async function takeArrived(incoming: NodeRequest['incoming']): Promise<ArrivedRequest | undefined> {
  // Continues after the parser has handed over the bytes that came with the head. The parser reports the end of the message later.
  await Promise.resolve();
  if (incoming.readableLength === 0 || incoming.destroyed) return undefined;
  const head = readPlainHead(incoming);
  if (!head || Number(head['content-length']) !== incoming.readableLength) return undefined;
  const bytes: Buffer | null = incoming.read();
  return bytes ? { head, bytes } : undefined;
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { BodySource } from '@gatehouse/entrance';

/** Parts of Node's request. */
export interface NodeRequest {
  incoming: BodySource & Pick<IncomingMessage, 'rawHeaders' | 'method' | 'socket'>;
  /** Reports the end of a streamed answer. */
  outgoing?: ServerResponse;
  /** Request id, if the request already has one. */
  requestId?: string;
}

/** Makes a NodeRequest from a request that did not come over a connection of Node. */
export function nodeRequestOf({ method, headers, body }: Request): NodeRequest {
  const source = body ? Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]) : Readable.from([]);
  // The length of the body is unknown until it ends.
  const given = { ...Object.fromEntries(headers), 'transfer-encoding': 'chunked' };
  return { incoming: Object.assign(source, { method, headers: given, rawHeaders: [...headers].flat(), complete: false }) as never };
}

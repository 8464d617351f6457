import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestSource } from './local-client.ts';

/** A sign-in request of a client, with its body. */
export interface AuthorizationRequest {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  requestId: string;
  body: Buffer;
  /** Client address. Undefined if it does not identify a client. */
  address: string | undefined;
  /** The browser's session, if it has one. */
  session: string | undefined;
}

/** Signs clients in. Answers all requests below `/oauth` and for the metadata. // D46 */
export interface AuthorizationHandler {
  /** True if the client of this request can sign in. For others, every answer is as if nobody could. // D47.1 */
  isOfferedTo?(incoming: RequestSource): boolean;
  handle(request: AuthorizationRequest): Promise<void>;
}

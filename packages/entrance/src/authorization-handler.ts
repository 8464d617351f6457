import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request to what signs clients in, whose body has arrived. */
export interface AuthorizationRequest {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  requestId: string;
  body: Buffer;
  /** Where it comes from; undefined where that says nothing. */
  address: string | undefined;
  /** The session of its browser, if it has one. */
  session: string | undefined;
}

/** What signs clients in, and answers below `/oauth` and for the metadata by itself (D46). */
export interface AuthorizationHandler {
  handle(request: AuthorizationRequest): Promise<void>;
}

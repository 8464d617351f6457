import type { ServerResponse } from 'node:http';
import { type CookieChanges, errorBody, GatewayError, overloaded } from '@gatehouse/core';
import { discard } from './server/unwanted-bodies.ts';

/** An answer before it takes a transport's form: a Hono response, or bytes on a socket whose request never reached Hono. */
export interface HttpAnswer {
  status: number;
  json: string;
  /** Body compressed by the method that `Content-Encoding` names. */
  bytes?: Buffer | undefined;
  headers: Record<string, string>;
  /** Cookies to set or clear. The entrance of the call writes them. */
  browser?: CookieChanges | undefined;
  /** Values of `Set-Cookie`. */
  cookies?: readonly string[] | undefined;
}

/** Headers of every answer. // D8 */
export function commonHeaders(requestId: string): Record<string, string> {
  return { 'X-Request-Id': requestId, 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };
}

export function jsonAnswer(requestId: string, json: string, headers?: Record<string, string>): HttpAnswer {
  return { status: 200, json, headers: { 'Content-Type': 'application/json', ...commonHeaders(requestId), ...headers } };
}

/** The JSON body of the contract for every failure. // D4, D7 */
export function errorAnswer(requestId: string, error: GatewayError, headers?: Record<string, string>): HttpAnswer {
  const answer = jsonAnswer(requestId, JSON.stringify(errorBody(error)), headers);
  if (error.code === 'unauthorized') answer.headers['WWW-Authenticate'] = 'Bearer';
  if (error.retryAfterSeconds !== undefined) answer.headers['Retry-After'] = `${error.retryAfterSeconds}`;
  return { ...answer, status: error.status };
}

/** Overload or shutdown: not a fault of the request, and worth a retry. // D7 */
export function unavailableAnswer(requestId: string, message: string): HttpAnswer {
  return errorAnswer(requestId, overloaded(message));
}

/** The head or the body of a request came too slowly, or not at all. */
export function tooSlowAnswer(requestId: string): HttpAnswer {
  const error = new GatewayError('invalid_request', 'this request did not arrive in time; send it completely, without long pauses');
  return { ...errorAnswer(requestId, error), status: 408 };
}

export function toResponse({ status, json, bytes, headers, cookies = [] }: HttpAnswer): Response {
  const body = bytes === undefined ? json : new Uint8Array(bytes);
  const response = new Response(status === 304 ? null : body, { status, headers });
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie);
  return response;
}

/** Answers a request whose body is still arriving, discards the rest for a moment, and closes the connection. */
export function answerAndClose(outgoing: ServerResponse, { status, json, headers, cookies = [] }: HttpAnswer): void {
  outgoing.shouldKeepAlive = false;
  if (cookies.length > 0) outgoing.setHeader('Set-Cookie', cookies);
  outgoing.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(json) });
  outgoing.write(json);
  discard(outgoing.req, () => outgoing.end());
}

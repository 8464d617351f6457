import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { GatewayError, newId, refusal } from '@gatehouse/core';
import { errorAnswer, type HttpAnswer, tooSlowAnswer } from '../answers.ts';
import type { RequestsInFlight } from './requests-in-flight.ts';
import { discard } from './unwanted-bodies.ts';

export type ClientErrorHandler = (error: { code?: string | undefined }, socket: Socket) => void;

/** Answers requests that the HTTP parser refuses, in the form of every other error (D7), and closes the connection. */
export function createClientErrorHandler(requests: RequestsInFlight): ClientErrorHandler {
  const refused = new WeakSet<Socket>();

  return (error, socket) => {
    // Ignores later input on a refused connection, which cannot be parsed either.
    if (refused.has(socket)) return;
    const executing = requests.of(socket).filter((outgoing) => outgoing.req.complete);
    const last = executing.at(-1);
    if (last && socket.writable) {
      // Complete requests before the bad one are still running, and the client would take this answer for theirs.
      refused.add(socket);
      last.shouldKeepAlive = false;
    } else if (socket.writable && socket.bytesWritten === 0 && error.code !== 'ECONNRESET') {
      refused.add(socket);
      refuse(socket, answerTo(error.code, newId('req', Date.now())));
    } else {
      // Part of an answer was already sent, and the client would read a second answer as its rest.
      socket.destroy();
    }
  };
}

/** Writes an answer on a bare socket. Unread input is discarded for a moment, because otherwise the client would lose the answer. */
export function refuse(socket: Socket, { status, json, headers }: HttpAnswer): void {
  const lines = Object.entries({ ...headers, 'Content-Length': Buffer.byteLength(json), Connection: 'close' });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${json}`);
  discard(socket, () => socket.destroy());
}

function answerTo(code: string | undefined, requestId: string): HttpAnswer {
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? tooSlowAnswer(requestId) : errorAnswer(requestId, errorOf(code));
}

function errorOf(code: string | undefined): GatewayError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return refusal('too_large', 'the headers of this request are too large; shorten them');
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return refusal('too_large', 'the chunk extensions of this request are too large; send none');
    default:
      return new GatewayError(
        'invalid_request',
        `this is not a well-formed HTTP/1.1 request (${code ?? 'unknown fault'}); TLS ends in front of this server`,
      );
  }
}

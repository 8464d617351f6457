import type { IncomingMessage, ServerResponse } from 'node:http';
import { newId } from '@gatehouse/core';
import { commonHeaders } from '../answers.ts';

/** Lets pages of the origins that the operator lists call the gateway with a key. A request without `Origin` costs nothing. // D8 */
export interface CrossOrigin {
  /** Adds the headers that a listed page needs to read the answer. Returns true for a preflight, which is then completely answered. */
  answer(incoming: IncomingMessage, outgoing: ServerResponse): boolean;
}

/**
 * Paths that a client calls without a person: tools, registration and tokens. They need no cookie. Only pages of the gateway itself may
 * call the console and the sign-in page (RFC 9700, 2.6). A path with dots could lead there.
 */
const openPaths = /^(?!.*(?:\/\.|%2e))\/(?:v1\/|(?:mcp(?:\/key)?|oauth\/(?:reg|token(?:\/revocation)?))(?:$|\?))/i;

/** Time for which a browser remembers the answer to a preflight. Chromium's maximum. */
const preflightSeconds = 7200;

const exposed = [
  'Content-Disposition',
  'Content-Range',
  'Deprecation',
  'ETag',
  'Idempotency-Replayed',
  'Link',
  'Mcp-Session-Id',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Sunset',
  'WWW-Authenticate',
  'X-Request-Id',
].join(', ');

const allowed = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-None-Match',
  'If-Range',
  'Last-Event-ID',
  'Mcp-Method',
  'Mcp-Name',
  'Mcp-Protocol-Version',
  'Mcp-Session-Id',
  'Range',
  'Traceparent',
  'X-Gatehouse-Client',
].join(', ');

export function createCrossOrigin(origins: readonly string[]): CrossOrigin {
  const listed = new Set(origins);
  return {
    answer({ method, url = '', headers }, outgoing) {
      const { origin } = headers;
      if (origin === undefined || listed.size === 0 || !openPaths.test(url)) return false;
      // Keeps caches from giving one origin the answer for another.
      outgoing.setHeader('Vary', 'Origin');
      if (!listed.has(origin)) return false;
      outgoing.setHeader('Access-Control-Allow-Origin', origin);
      if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) {
        outgoing.setHeader('Access-Control-Expose-Headers', exposed);
        return false;
      }
      outgoing.writeHead(204, {
        ...commonHeaders(newId('req', Date.now())),
        'Access-Control-Allow-Methods': 'GET, HEAD, POST',
        'Access-Control-Allow-Headers': allowed,
        'Access-Control-Max-Age': `${preflightSeconds}`,
      });
      outgoing.end();
      return true;
    },
  };
}

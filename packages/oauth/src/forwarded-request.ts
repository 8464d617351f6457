import { IncomingMessage } from 'node:http';
import { isObject } from '@gatehouse/domain';
import { readClientMetadata } from './client-metadata.ts';
import { mendParameters } from './client-quirks.ts';

/** Copies a request for the protocol library: below `/oauth`, under the public address, and with normalized parameters. */
export function forwardRequest(
  incoming: IncomingMessage,
  body: Buffer,
  { baseUrl, resource }: { baseUrl: string; resource: string },
): IncomingMessage {
  const { protocol, host } = new URL(baseUrl);
  // Some clients send an unencoded "?" in a value.
  const [, path = '', query] = /^([^?]*)(?:\?(.*))?$/.exec(incoming.url ?? '') ?? [];
  const route = path.includes('/.well-known/') ? '/.well-known/oauth-authorization-server' : path.slice('/oauth'.length);
  const isAuthorization = route === '/auth';
  const mend = (text: string) => mendParameters(new URLSearchParams(text), resource, isAuthorization).toString();
  const isForm = incoming.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false;
  const sent = isForm ? Buffer.from(mend(body.toString())) : route === '/reg' ? readRegistration(body) : body;
  const url = query === undefined ? route : `${route}?${isAuthorization ? mend(query) : query}`;
  const forwarded = new IncomingMessage(incoming.socket);
  const { origin: _origin, 'transfer-encoding': _encoding, ...headers } = incoming.headers;
  forwarded.headers = { ...headers, host, 'x-forwarded-proto': protocol.slice(0, -1), 'content-length': `${sent.length}` };
  delete forwarded.headers['x-forwarded-host'];
  if (sent.length === 0) delete forwarded.headers['content-length'];
  Object.assign(forwarded, {
    method: incoming.method,
    url,
    originalUrl: `/oauth${url}`,
    httpVersion: incoming.httpVersion,
    complete: true,
  });
  forwarded.push(sent);
  forwarded.push(null);
  return forwarded;
}

/** Leaves a body that is not a JSON object to the protocol library, which refuses it. */
function readRegistration(body: Buffer): Buffer {
  let given: unknown;
  try {
    given = JSON.parse(body.toString());
  } catch {
    return body;
  }
  if (!isObject(given)) return body;
  const { client_id: _theirs, ...metadata } = readClientMetadata(given);
  return Buffer.from(JSON.stringify(metadata));
}

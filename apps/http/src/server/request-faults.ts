import type { IncomingMessage } from 'node:http';

const host = 'host';
/** A name, an IPv4 address or a bracketed IPv6 address, with or without a port. */
const hostShape = /^(?:[A-Za-z0-9._~!$&'()*+,;=%-]+|\[[0-9A-Fa-f:.]+\])(?::\d{0,5})?$/;

/** Fault of a request that the parser accepted. Undefined if it has none. Node reads only the first Host header. */
export function findRequestFault({ rawHeaders, httpVersionMinor, url }: IncomingMessage): string | undefined {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (name.length !== host.length || name.toLowerCase() !== host) continue;
    hosts++;
    if (!hostShape.test(rawHeaders[index + 1] as string)) return 'the Host header is malformed; send the name and port of the server';
  }
  if (hosts > 1) return 'this request has more than one Host header; send exactly one';
  if (hosts === 0 && httpVersionMinor > 0) return 'this request has no Host header; send the name and port of the server';
  return url?.startsWith('/') || url?.startsWith('http') ? undefined : 'the request target must be a path that begins with "/"';
}

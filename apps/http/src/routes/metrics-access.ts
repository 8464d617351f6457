import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isLocalClient, readKey } from '@gatehouse/entrance';

export interface MetricsAccess {
  /** Token that opens /metrics from anywhere. */
  token?: string | undefined;
  /** Public address of the gateway. If it is not a loopback address, a proxy is in front of the gateway. */
  baseUrl?: string | undefined;
}

/** True if a request may read /metrics: it has the token, or it came from this machine and not through a proxy. */
export function maySeeMetrics(incoming: IncomingMessage, { token, baseUrl }: MetricsAccess): boolean {
  return hasToken(incoming, token) || (isOfThisMachine(incoming) && !isProxied(baseUrl));
}

/** Hashes both before comparing, so that the comparison takes equally long for every wrong token, whatever its length. */
function hasToken({ rawHeaders }: IncomingMessage, token: string | undefined): boolean {
  const given = readKey(rawHeaders);
  return token !== undefined && given !== undefined && timingSafeEqual(digest(given), digest(token));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

const loopbackHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

/**
 * True for requests from this machine. A proxy on this machine also connects from loopback, but its requests name another host, or have a
 * forwarding header.
 */
function isOfThisMachine(incoming: IncomingMessage): boolean {
  return isLocalClient(incoming) && loopbackHost.test(incoming.headers.host ?? '');
}

/** Some proxies send neither the caller's Host nor a forwarding header. Their requests look like requests from this machine. */
function isProxied(baseUrl: string | undefined): boolean {
  return baseUrl !== undefined && !loopbackHost.test(new URL(baseUrl).host);
}

import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { readKey } from '@gatehouse/entrance';
import { isLocalClient } from '../headers/local-client.ts';

export interface MetricsAccess {
  /** Lets its holder read /metrics from anywhere. */
  token?: string | undefined;
  /** The address others reach the gateway under. Where that is another machine's, a proxy stands before it. */
  baseUrl?: string | undefined;
}

/** Whether a request may see /metrics: it has the token, or it is one of this machine's own and no proxy passed it on. */
export function maySeeMetrics(incoming: IncomingMessage, { token, baseUrl }: MetricsAccess): boolean {
  return hasToken(incoming, token) || (isOfThisMachine(incoming) && !isProxied(baseUrl));
}

/** Both are hashed first: the comparison takes as long for every wrong token, whatever its length. */
function hasToken({ rawHeaders }: IncomingMessage, token: string | undefined): boolean {
  const given = readKey(rawHeaders);
  return token !== undefined && given !== undefined && timingSafeEqual(digest(given), digest(token));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

const loopbackHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

/** A proxy on this machine connects from loopback too; what it forwards names another host, or says that it was forwarded. */
function isOfThisMachine(incoming: IncomingMessage): boolean {
  return isLocalClient(incoming) && loopbackHost.test(incoming.headers.host ?? '');
}

/** Some proxies send neither the caller's Host nor the address that they forward for: what they send looks like a request of this machine. */
function isProxied(baseUrl: string | undefined): boolean {
  return baseUrl !== undefined && !loopbackHost.test(new URL(baseUrl).host);
}

import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { readKey } from '@gatehouse/entrance';

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
/** What proxies add when they pass a request on. */
const forwarding = /^(?:x-forwarded-|x-real-ip$|x-client-ip$|forwarded$|via$|cf-connecting-ip$|true-client-ip$)/;

/** A proxy on this machine connects from loopback too; what it forwards names another host, or says that it was forwarded. */
function isOfThisMachine({ socket, headers }: IncomingMessage): boolean {
  if (!isLoopbackAddress(socket.remoteAddress) || !loopbackHost.test(headers.host ?? '')) return false;
  return !Object.keys(headers).some((name) => forwarding.test(name));
}

function isLoopbackAddress(remote = ''): boolean {
  const address = remote.replace(/^::ffff:/, '');
  return address === '::1' || address.startsWith('127.');
}

/** Some proxies send neither the caller's Host nor the address that they forward for: what they send looks like a request of this machine. */
function isProxied(baseUrl: string | undefined): boolean {
  return baseUrl !== undefined && !loopbackHost.test(new URL(baseUrl).host);
}

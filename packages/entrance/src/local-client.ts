import type { IncomingMessage } from 'node:http';

/** Headers that proxies add to requests. */
const forwarding = /^(?:x-forwarded-|x-real-ip$|x-client-ip$|forwarded$|via$|cf-connecting-ip$|true-client-ip$)/;

/** Parts of a request that say where it comes from. */
export type RequestSource = Pick<IncomingMessage, 'headers'> & { socket: Pick<IncomingMessage['socket'], 'remoteAddress'> };

/** True if a request came over loopback, without a header of a proxy. */
export function isLocalClient({ socket, headers }: RequestSource): boolean {
  return isLoopbackAddress(socket.remoteAddress) && !Object.keys(headers).some((name) => forwarding.test(name));
}

function isLoopbackAddress(remote = ''): boolean {
  const address = remote.replace(/^::ffff:/, '');
  return address === '::1' || address.startsWith('127.');
}

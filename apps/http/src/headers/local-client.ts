import type { IncomingMessage } from 'node:http';

/** What proxies add when they pass a request on. */
const forwarding = /^(?:x-forwarded-|x-real-ip$|x-client-ip$|forwarded$|via$|cf-connecting-ip$|true-client-ip$)/;

/** Whether a request came over loopback and no proxy says that it passed it on. */
export function isLocalClient({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): boolean {
  return isLoopbackAddress(socket.remoteAddress) && !Object.keys(headers).some((name) => forwarding.test(name));
}

function isLoopbackAddress(remote = ''): boolean {
  const address = remote.replace(/^::ffff:/, '');
  return address === '::1' || address.startsWith('127.');
}

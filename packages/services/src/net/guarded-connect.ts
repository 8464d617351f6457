import type { BlockList } from 'node:net';
import { buildConnector } from 'undici';

const connectMs = 10_000;

/**
 * Connects to addresses that the guard lets through, and to no other (D37): fails with ERR_IP_BLOCKED before anything is sent.
 * TLS is begun on a socket that is already connected, because `tls.connect` asks no BlockList.
 */
export function createGuardedConnect(guard: BlockList): buildConnector.connector {
  const connectTcp = buildConnector({ blockList: guard, timeout: connectMs });
  const connectTls = buildConnector({ timeout: connectMs });
  return (options, callback) => {
    if (options.protocol !== 'https:') {
      connectTcp(options, callback);
      return;
    }
    const { servername: _, ...place } = options;
    connectTcp({ ...place, protocol: 'http:', port: options.port || '443' }, (error, socket) => {
      if (error !== null) callback(error, null);
      else connectTls({ ...options, httpSocket: socket }, callback);
    });
  };
}

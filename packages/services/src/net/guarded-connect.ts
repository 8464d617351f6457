import type { BlockList } from 'node:net';
import { buildConnector } from 'undici';

const connectMs = 10_000;

/**
 * Connects only to addresses that the guard allows (D37). Otherwise it fails with ERR_IP_BLOCKED before anything is sent. TLS begins on a
 * connected socket, because `tls.connect` does not check a BlockList.
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

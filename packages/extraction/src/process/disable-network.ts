import dgram from 'node:dgram';
import dns from 'node:dns';
import net from 'node:net';

/**
 * Removes network access from this process before it reads any file. Node's permission model, under which it runs, restricts files and
 * processes, but not the network.
 */
export function disableNetwork(): void {
  const refuse = (): never => {
    throw new Error('nothing can be opened while text is extracted');
  };
  net.Socket.prototype.connect = refuse;
  net.Server.prototype.listen = refuse;
  dgram.createSocket = refuse;
  dgram.Socket.prototype.bind = refuse;
  dgram.Socket.prototype.send = refuse;
  for (const resolver of [dns, dns.promises])
    for (const name of ['lookup', 'lookupService', 'resolve']) Object.assign(resolver, { [name]: refuse });
  for (const name of ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest']) Reflect.deleteProperty(globalThis, name);
}

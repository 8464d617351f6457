import dgram from 'node:dgram';
import dns from 'node:dns';
import net from 'node:net';

/**
 * Takes the network away from this process, before it has read a byte of any file. Node's permissions, which it was started with, keep it from
 * files and other processes, but not from addresses.
 */
export function disableNetwork(): void {
  const refuse = (): never => {
    throw new Error('nothing is opened while text is extracted');
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

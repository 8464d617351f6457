import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { Address } from '../addresses.ts';
import { listenFault } from '../start/listen.ts';

/** The port that workers will share: taken and given back before anything is touched, because 0 would be another one for each. */
export async function findPort(address: Address): Promise<number> {
  const server = createServer();
  server.listen(address.port, address.host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw listenFault(error as NodeJS.ErrnoException, address);
  }
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

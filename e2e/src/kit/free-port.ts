import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Ports below those for outgoing connections, so that no other process takes a port between this check and its use. */
const [first, end] = [12_000, 32_000];

/** Finds a free port of loopback, for programs that must know it in advance. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(first, end);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  const isListening = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  if (!isListening) return false;
  server.close();
  await once(server, 'close');
  return true;
}

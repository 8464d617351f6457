import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Ports below those that systems give to outgoing connections: nobody takes one between this look and its use by chance. */
const [first, end] = [12_000, 32_000];

/** A port of loopback on which nobody listens, for what must know it beforehand. */
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

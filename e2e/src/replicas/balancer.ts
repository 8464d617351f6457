import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Reverse proxy over several gateways, like nginx without kept connections. Each request goes to the next gateway. */
export interface Balancer extends AsyncDisposable {
  url: string;
  add(url: string): void;
  /** Sends no further request there. Resolves when none is under way. */
  remove(url: string): Promise<void>;
}

export async function openBalancer(port = 0): Promise<Balancer> {
  const targets: string[] = [];
  const underWay = new Map<string, number>();
  const waiting = new Set<() => void>();
  let next = 0;

  const count = (url: string, more: number) => {
    underWay.set(url, (underWay.get(url) ?? 0) + more);
    for (const look of waiting) look();
  };
  const server = createServer((incoming, outgoing) => {
    const target = targets[next++ % targets.length] as string;
    count(target, 1);
    outgoing.once('close', () => count(target, -1));
    const { method, url, headers } = incoming;
    const passed = request(`${target}${url}`, { method, headers: { ...headers, connection: 'close' }, agent: false }, (answer) => {
      const { connection: _, 'keep-alive': __, ...rest } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, rest);
      answer.pipe(outgoing);
    });
    passed.once('error', () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()));
    outgoing.once('close', () => passed.destroy());
    incoming.pipe(passed);
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (url) => void targets.push(url),
    async remove(url) {
      targets.splice(targets.indexOf(url), 1);
      const { promise, resolve } = Promise.withResolvers<void>();
      const look = () => (underWay.get(url) ?? 0) === 0 && resolve();
      waiting.add(look);
      look();
      await promise.finally(() => waiting.delete(look));
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

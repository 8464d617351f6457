import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** Place where a connection is cut: after a number of bytes in one direction. */
export interface Cut {
  way: 'request' | 'response';
  after: number;
}

/** A way to a server on which the next connection is cut, and all later ones are whole. */
export interface CuttingProxy extends AsyncDisposable {
  url: string;
  /** Cuts the next connection there, and calls `reached` when it does. */
  next(cut: Cut, reached?: () => void): void;
  /** Bytes that went through the last whole connection, each way. */
  measured: Record<Cut['way'], number>;
}

export async function openCuttingProxy(target: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(target);
  let cut: Cut | undefined;
  let reached: (() => void) | undefined;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    const [mine, tell] = [cut, reached];
    [cut, reached] = [undefined, undefined];
    proxy.measured = { request: 0, response: 0 };
    const { measured } = proxy;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.setNoDelay(true).on('error', () => socket.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    pass(client, upstream, 'request');
    pass(upstream, client, 'response');

    function pass(from: Socket, to: Socket, way: Cut['way']): void {
      from.on('data', (chunk: Buffer) => {
        const room = mine?.way === way ? mine.after - measured[way] : Number.POSITIVE_INFINITY;
        measured[way] += chunk.length;
        if (chunk.length < room) return void to.write(chunk);
        tell?.();
        // Delivers the bytes before the cut, and nothing after it.
        to.end(chunk.subarray(0, room), () => {
          client.resetAndDestroy();
          upstream.resetAndDestroy();
        });
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy: CuttingProxy = {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    next(nextCut, whenReached) {
      cut = nextCut;
      reached = whenReached;
    },
    measured: { request: 0, response: 0 },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return proxy;
}

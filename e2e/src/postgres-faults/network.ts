import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to a throw-away Postgres that can be cut: then it carries nothing in either direction, and says nothing of it. */
export interface Network {
  /** The address of the server behind it. */
  url: string;
  cut(): void;
  /** Carries on, with what waited; or, where nobody kept that, without the connections from before. */
  mend(how: 'late' | 'lost'): void;
  close(): Promise<void>;
}

export async function openNetwork(address: string): Promise<Network> {
  const socketFile = `${new URL(address).searchParams.get('host')}/.s.PGSQL.5432`;
  const ends = new Set<Socket>();
  let isCut = false;

  function join(from: Socket, to: Socket): void {
    ends.add(from);
    from.on('data', (piece) => to.write(piece));
    from.on('error', () => to.destroy());
    from.on('close', () => {
      ends.delete(from);
      to.destroy();
    });
    if (isCut) from.pause();
  }

  const listener = createServer((near) => {
    const far = connect(socketFile);
    join(near, far);
    join(far, near);
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as AddressInfo;
  return {
    url: `postgres://gatehouse@127.0.0.1:${port}/postgres`,
    cut() {
      isCut = true;
      for (const end of ends) end.pause();
    },
    mend(how) {
      isCut = false;
      for (const end of ends) how === 'late' ? end.resume() : end.destroy();
    },
    async close() {
      for (const end of ends) end.destroy();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}

import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Proxy to a throw-away Postgres. While it is cut, it silently carries nothing in either direction. */
export interface Network {
  /** Address of the server through the proxy. */
  url: string;
  cut(): void;
  /** Cuts one direction: the answers of the server do not arrive. */
  silence(): void;
  /**
   * Ends the cut: delivers the waiting data (`late`), closes the earlier connections (`lost`), or leaves them without answers (`silent`).
   */
  mend(how: 'late' | 'lost' | 'silent'): void;
  /** Resolves when a client connects through it. */
  tried(): Promise<void>;
  /** Closes all connections, and refuses new ones with this error code of the server. Undefined accepts them again. */
  refuse(code: string | undefined): void;
  /** Blocks notices if true, like a pooler that gives each transaction another connection. */
  keepNotices(keep: boolean): void;
  close(): Promise<void>;
}

/** Leads to a Postgres, given by its address. */
export async function openNetwork(address: string, { keepsNotices = false } = {}): Promise<Network> {
  const { searchParams, pathname } = new URL(address);
  let isCut = false;
  let keeps = keepsNotices;
  let refusal: string | undefined;
  const ends = new Set<Socket>();
  const farEnds = new Set<Socket>();

  function carry(from: Socket, to: Socket, pick: (piece: Buffer) => Buffer): void {
    ends.add(from);
    from.on('data', (piece: Buffer) => to.write(pick(piece)));
    from.on('error', () => to.destroy());
    from.on('close', () => {
      ends.delete(from);
      farEnds.delete(from);
      to.destroy();
    });
    if (isCut) from.pause();
  }

  const listener = createServer((near) => {
    const code = refusal;
    if (code !== undefined) {
      near.on('error', () => {});
      near.once('data', () => near.end(errorResponse(code)));
      return;
    }
    const far = connect(`${searchParams.get('host')}/.s.PGSQL.5432`);
    farEnds.add(far);
    carry(near, far, (piece) => piece);
    carry(
      far,
      near,
      pickMessages((type) => !(keeps && type === notificationResponse)),
    );
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as AddressInfo;
  return {
    url: `postgres://gatehouse@127.0.0.1:${port}${pathname}`,
    cut() {
      isCut = true;
      for (const end of ends) end.pause();
    },
    silence() {
      for (const end of farEnds) end.pause();
    },
    mend(how) {
      isCut = false;
      if (how === 'silent') return;
      for (const end of ends) how === 'late' ? end.resume() : end.destroy();
    },
    tried: () => new Promise((resolve) => listener.once('connection', () => resolve())),
    refuse(code) {
      refusal = code;
      for (const end of ends) end.destroy();
    },
    keepNotices(keep) {
      keeps = keep;
    },
    async close() {
      for (const end of ends) end.destroy();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}

const notificationResponse = 'A';

/** Message of a server before it closes a connection that it refuses. */
function errorResponse(code: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0Mnot now\0RProcessStartup\0\0`);
  const head = Buffer.from('E\0\0\0\0');
  head.writeUInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

/** The messages of a server, of which each begins with its type and its length. */
function pickMessages(isWanted: (type: string) => boolean): (piece: Buffer) => Buffer {
  let rest = Buffer.alloc(0);
  return (piece) => {
    const bytes = Buffer.concat([rest, piece]);
    const picked: Buffer[] = [];
    let start = 0;
    while (start + 5 <= bytes.length) {
      const end = start + 1 + bytes.readUInt32BE(start + 1);
      if (end > bytes.length) break;
      if (isWanted(String.fromCharCode(bytes[start] as number))) picked.push(bytes.subarray(start, end));
      start = end;
    }
    rest = bytes.subarray(start);
    return Buffer.concat(picked);
  };
}

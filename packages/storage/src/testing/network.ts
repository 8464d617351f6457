import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Network {
  /** The address of the server through it. */
  url: string;
  /** From now on it carries nothing, and says nothing of it. */
  cut(): void;
  mend(): void;
  /** Whether it keeps notices from coming, as a pooler that gives each transaction another connection does. */
  keepNotices(keep: boolean): void;
  close(): Promise<void>;
}

/** A way to a throw-away Postgres, given by its address. */
export async function openNetwork(address: string, { keepsNotices = false } = {}): Promise<Network> {
  const { searchParams, pathname } = new URL(address);
  let isCut = false;
  let keeps = keepsNotices;
  const ends: Socket[] = [];
  const carry = (from: Socket, to: Socket, pick: (piece: Buffer) => Buffer): void => {
    from.on('data', (piece: Buffer) => {
      const picked = pick(piece);
      if (!isCut) to.write(picked);
    });
    from.on('close', () => isCut || to.destroy());
    from.on('error', () => to.destroy());
  };
  const listener = createServer((near) => {
    const far = connect(`${searchParams.get('host')}/.s.PGSQL.5432`);
    ends.push(near, far);
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
    },
    mend() {
      isCut = false;
      // What was lost on the way is not sent again here, so connections from before are of no use.
      for (const end of ends.splice(0)) end.destroy();
    },
    keepNotices(keep) {
      keeps = keep;
    },
    close: () => new Promise((resolve) => listener.close(() => resolve())),
  };
}

const notificationResponse = 'A';

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

import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** One request, byte by byte as it is sent. */
export interface Sender {
  /** Waits while the connection accepts no more bytes. False if it is closed or the attack has ended. */
  write(bytes: string | Buffer): Promise<boolean>;
  /** Stops reading. */
  stall(): void;
  end(): void;
  /** Status of the answer. Undefined until it has arrived. */
  readonly status: number | undefined;
  /** Resolves when an answer begins, or the connection is closed. */
  answered: Promise<unknown>;
  /** Resolves when the connection is closed or the attack has ended. */
  closed: Promise<void>;
}

/** Opens a connection, and sends the head of a request over it. */
export async function openSender(url: string, head: readonly string[], until: AbortSignal): Promise<Sender> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let received = '';
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const answered = Promise.race([new Promise((resolve) => socket.once('data', resolve)), closed]);
  const end = () => void socket.destroy();
  until.addEventListener('abort', end);
  void closed.then(() => until.removeEventListener('abort', end));
  if (until.aborted) end();
  socket.on('data', (data) => (received += data.subarray(0, 1024).toString('latin1')));
  // A server that refuses closes on those who still send.
  socket.on('error', () => {});

  async function write(bytes: string | Buffer): Promise<boolean> {
    if (socket.destroyed) return false;
    if (!socket.write(bytes)) await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed]);
    return !socket.destroyed;
  }

  await write(`${head.join('\r\n')}\r\n\r\n`);
  return {
    write,
    stall: () => void socket.pause(),
    end,
    get status() {
      const status = /^HTTP\/1\.1 (\d{3}) /.exec(received)?.[1];
      return status === undefined ? undefined : Number(status);
    },
    answered,
    closed,
  };
}

/** Repeats an action in `count` concurrent loops, with a pause of a second, until aborted. */
export async function repeat(count: number, until: AbortSignal, once: (index: number) => Promise<void>): Promise<void> {
  async function work(index: number): Promise<void> {
    while (!until.aborted) {
      await once(index);
      await wait(1000, undefined, { signal: until }).catch(() => {});
    }
  }
  await Promise.all(Array.from({ length: count }, (_, index) => work(index)));
}

/** The head of a call with a key. */
export function callHead(path: string, key: string | undefined, framing: string): string[] {
  const authorization = key === undefined ? [] : [`Authorization: Bearer ${key}`];
  return [`POST ${path} HTTP/1.1`, 'Host: localhost', ...authorization, 'Content-Type: application/json', framing];
}

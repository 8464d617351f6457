import { once } from 'node:events';
import { connect } from 'node:net';

/** A request as it goes over the wire: no library puts it right on its way. */
export interface RawRequest {
  path: string;
  /** A name may occur twice. */
  headers: readonly (readonly [name: string, value: string])[];
  body: Buffer | undefined;
  /** Form of the body's length. A chunked body is sent separately from its head, in two pieces. */
  framing: 'length' | 'chunked';
}

export interface RawAnswer {
  status: number;
  body: string;
}

export async function sendRaw(url: string, { path, headers, body, framing }: RawRequest): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const received: Buffer[] = [];
  socket.on('data', (data) => received.push(data));
  // Data sent to a server that has answered and closed is lost, but its answer is not.
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await once(socket, 'connect');
  const length = body === undefined ? [] : framing === 'length' ? [['Content-Length', body.length]] : [['Transfer-Encoding', 'chunked']];
  const lines = [['Host', 'localhost'], ...headers, ...length, ['Connection', 'close']].map(([name, value]) => `${name}: ${value}\r\n`);
  const head = Buffer.from(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1');
  if (framing === 'length' || body === undefined) socket.write(Buffer.concat([head, body ?? Buffer.alloc(0)]));
  else {
    const middle = Math.ceil(body.length / 2);
    const pieces = [body.subarray(0, middle), body.subarray(middle)].filter(({ length }) => length > 0);
    socket.write(head);
    for (const piece of pieces) socket.write(Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]));
    socket.write('0\r\n\r\n');
  }
  await closed;
  return parse(Buffer.concat(received).toString());
}

function parse(text: string): RawAnswer {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) throw new Error(`no whole answer: ${JSON.stringify(text.slice(0, 200))}`);
  const head = text.slice(0, end);
  const body = text.slice(end + 4);
  return { status: Number(head.split(' ')[1]), body: /^transfer-encoding: chunked/im.test(head) ? joinChunks(body) : body };
}

function joinChunks(text: string): string {
  let rest = Buffer.from(text);
  const parts: Buffer[] = [];
  for (;;) {
    const line = rest.indexOf('\r\n');
    const size = Number.parseInt(rest.subarray(0, line).toString(), 16);
    if (!(size > 0)) return Buffer.concat(parts).toString();
    parts.push(rest.subarray(line + 2, line + 2 + size));
    rest = rest.subarray(line + 4 + size);
  }
}

import { connect, type Socket } from 'node:net';

export interface LoadOptions {
  port: number;
  inFlight: number;
  seconds: number;
  /** Bytes of the next request. */
  nextRequest: () => Buffer;
}

export interface LoadResult {
  calls: number;
  failures: number;
  callsPerSecond: number;
  p50Micros: number;
  p99Micros: number;
  firstFailure?: string;
}

type Length = number | 'chunked' | undefined;

/** End of the body of a chunked answer. */
const lastChunk = '\r\n0\r\n\r\n';

/** Closed-loop load over raw sockets: one request at a time on each of `inFlight` connections. A client library would cost more than the server. */
export async function load({ port, inFlight, seconds, nextRequest }: LoadOptions): Promise<LoadResult> {
  const started = performance.now();
  const endAt = started + seconds * 1000;
  const times: number[] = [];
  const failures: string[] = [];
  await Promise.all(Array.from({ length: inFlight }, () => drive(port, endAt, nextRequest, times, failures)));
  const elapsed = (performance.now() - started) / 1000;
  times.sort((left, right) => left - right);
  const at = (part: number) => Math.round((times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0) * 1000);
  return {
    calls: times.length,
    failures: failures.length,
    callsPerSecond: Math.round(times.length / elapsed),
    p50Micros: at(0.5),
    p99Micros: at(0.99),
    ...(failures[0] === undefined ? {} : { firstFailure: failures[0] }),
  };
}

function drive(port: number, endAt: number, nextRequest: () => Buffer, times: number[], failures: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, '127.0.0.1');
    socket.setNoDelay(true);
    let sentAt = 0;
    let expected: Length;
    let received = 0;
    let head = '';
    let last = '';

    function send(): void {
      if (performance.now() >= endAt) {
        socket.end();
        resolve();
        return;
      }
      expected = undefined;
      received = 0;
      head = '';
      last = '';
      sentAt = performance.now();
      socket.write(nextRequest());
    }

    socket.on('connect', send);
    socket.on('error', reject);
    // A refused call may end its connection; one that ends without an answer has failed.
    socket.on('close', () => {
      if (performance.now() >= endAt) return resolve();
      if (received === 0) failures.push('the connection was closed without an answer');
      drive(port, endAt, nextRequest, times, failures).then(resolve, reject);
    });
    socket.on('data', (chunk) => {
      received += chunk.length;
      if (expected === undefined) {
        head += chunk.toString('latin1');
        expected = wholeLength(head);
      }
      last = (last + chunk.toString('latin1')).slice(-lastChunk.length);
      if (expected === undefined || (expected === 'chunked' ? last !== lastChunk : received < expected)) return;
      times.push(performance.now() - sentAt);
      if (!head.startsWith('HTTP/1.1 200')) failures.push(head.slice(0, 600));
      send();
    });
  });
}

/** The length of the whole answer, once its head has arrived. */
function wholeLength(head: string): Length {
  const end = head.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  if (/^transfer-encoding: chunked/im.test(head.slice(0, end))) return 'chunked';
  const length = /content-length: (\d+)/i.exec(head.slice(0, end));
  if (!length) throw new Error(`an answer without Content-Length cannot be measured: ${head.slice(0, end)}`);
  return end + 4 + Number(length[1]);
}

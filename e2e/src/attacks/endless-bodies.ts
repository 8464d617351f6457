import type { Attack } from './attack.ts';
import { callHead, openSender, repeat } from './sender.ts';

const framing = 'Transfer-Encoding: chunked';
const requestHead = (line: string) => [`${line} HTTP/1.1`, 'Host: localhost', framing];
const large = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536, ' '), Buffer.from('\r\n')]);
const tiny = Buffer.from('1\r\n \r\n'.repeat(1000));

/** Sends endless unneeded bodies, in large chunks and in chunks of one byte. */
export const endlessBodies: Attack = async ({ url, key }, until, count) => {
  const heads = [
    requestHead('GET /healthz'),
    requestHead('HEAD /healthz'),
    requestHead('DELETE /v1/tools/whoami'),
    requestHead('GET /v1/tools'),
    requestHead('POST /nowhere'),
    requestHead('GET /v1/downloads/none'),
    callHead('/v1/tools/whoami', undefined, framing),
    callHead('/mcp', undefined, framing),
    callHead('/v1/tools/whoami', key, 'Content-Length: 1000000000000'),
  ];
  await repeat(heads.length * 2, until, async (index) => {
    const head = heads[index % heads.length] as string[];
    const piece = index < heads.length ? large : tiny;
    const sender = await openSender(url, head, until);
    count('begun');
    while (await sender.write(piece)) count('sentBytes', piece.length);
    if (!until.aborted) count('closed');
  });
};

import { once } from 'node:events';
import net from 'node:net';
import { describe, expect, it } from 'vitest';
import { exchange, goodKey, openTestServer } from '../test-server.ts';

const auth = `Authorization: Bearer ${goodKey}\r\n`;
const json = 'Content-Type: application/json\r\n';
const close = 'Connection: close\r\n';
const line = 'POST /v1/tools/whoami HTTP/1.1\r\n';
const host = 'Host: x\r\n';
const start = line + host + auth + json;

const malformed: [what: string, bytes: string | Buffer][] = [
  ['no HTTP', 'hello\r\n\r\n'],
  ['bytes of TLS', Buffer.from('16030100a5010000a10303', 'hex')],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['an unknown method', 'FROB / HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a method in lower case', 'get / HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a bad version', 'GET / HTTP/9.9\r\nHost: x\r\n\r\n'],
  ['a bad Content-Length', `${start}Content-Length: ten\r\n\r\n`],
  ['a negative Content-Length', `${start}Content-Length: -1\r\n\r\n`],
  ['a huge Content-Length', `${start}Content-Length: 99999999999999999999999\r\n\r\n`],
  ['two Content-Lengths', `${start}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
  ['a list of Content-Lengths', `${start}Content-Length: 2, 2\r\n\r\n{}`],
  ['Content-Length and Transfer-Encoding', `${start}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`],
  ['an unknown Transfer-Encoding', `${start}Transfer-Encoding: gzip\r\n\r\n`],
  ['a Transfer-Encoding that does not end in chunked', `${start}Transfer-Encoding: chunked, gzip\r\n\r\n`],
  ['two Transfer-Encodings', `${start}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n`],
  ['a bad chunk size', `${start}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`],
  ['a chunk without its line end', `${start}Transfer-Encoding: chunked\r\n\r\n2\r\n{}xx0\r\n\r\n`],
  ['a flood of chunk extensions', `${start}Transfer-Encoding: chunked\r\n\r\n2;${'a'.repeat(40_000)}\r\n{}\r\n0\r\n\r\n`],
  ['headers over 16 KiB', `${start}X-Long: ${'a'.repeat(20_000)}\r\n\r\n`],
  ['a megabyte of headers', `${start}X-Long: ${'a'.repeat(1_000_000)}\r\n\r\n`],
  ['a key of a megabyte', `${line}${host}Authorization: Bearer ${'a'.repeat(1_000_000)}\r\n\r\n`],
  ['a very long address', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
  ['no Host', `${line}${auth}${close}\r\n`],
  ['two Hosts', `${line}${host}Host: y\r\n${auth}${close}\r\n`],
  ['a Host with a space', `${line}Host: a b\r\n${auth}${close}\r\n`],
  ['a Host with a path', `${line}Host: a/b\r\n${auth}${close}\r\n`],
  ['a Host with a user', `${line}Host: u@h\r\n${auth}${close}\r\n`],
  ['a Host with a bad port', `${line}Host: h:99999\r\n${auth}${close}\r\n`],
  ['an empty Host', `${line}Host:\r\n${auth}${close}\r\n`],
  ['lines that end in LF alone', 'POST /v1/tools/whoami HTTP/1.1\nHost: x\n\n'],
  ['a folded header', `${line}${host}X-Folded: a\r\n b\r\n${close}\r\n`],
  ['a space before a colon', `${line}${host}X-A : b\r\n\r\n`],
  ['a header without a name', `${line}${host}: b\r\n\r\n`],
  ['NUL in a header', `${line}${host}X-A: a\0b\r\n\r\n`],
  ['CR in a header', `${line}${host}X-A: a\rb\r\n\r\n`],
  ['an unknown Expect', `${start}Expect: a-miracle\r\nContent-Length: 2\r\n\r\n{}`],
  ['CONNECT', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n'],
  ['an address without a slash', `GET v1 HTTP/1.1\r\n${host}${close}\r\n`],
  ['an asterisk', `OPTIONS * HTTP/1.1\r\n${host}${close}\r\n`],
  ['a backslash in the address', `GET /v1\\tools HTTP/1.1\r\n${host}${close}\r\n`],
  ['a broken absolute address', `GET http:// HTTP/1.1\r\n${host}${close}\r\n`],
];

describe('faults that HTTP itself refuses (D7)', () => {
  it.each(malformed)('answers %s with one JSON error', async (_what, bytes) => {
    await using server = await openTestServer();
    const answer = await exchange(server.port, [bytes]);
    expect(answer).toBeDefined();
    expect(answer?.answers).toBe(1);
    const { error } = JSON.parse(answer?.body ?? '');
    expect(error).toMatchObject({ code: expect.stringMatching(/^(invalid_request|not_found)$/), message: expect.stringMatching(/.{20}/) });
    expect(answer?.status).toBe(error.code === 'not_found' ? 404 : 400);
    expect(answer?.headers.get('content-type')).toBe('application/json');
    expect(answer?.headers.get('x-request-id')).toMatch(/^req_/);
    expect(answer?.headers.get('cache-control')).toBe('no-store');
    expect(server.calls).toEqual([]);
  });

  const unusual: [what: string, bytes: string, status: number][] = [
    ['HTTP/1.0 without Host', `GET /healthz HTTP/1.0\r\n\r\n`, 200],
    ['an IPv6 Host', `GET /healthz HTTP/1.1\r\nHost: [::1]:80\r\n${close}\r\n`, 200],
    ['an absolute address', `GET http://x/healthz HTTP/1.1\r\n${host}${close}\r\n`, 200],
    ['a request to upgrade', `GET /healthz HTTP/1.1\r\n${host}Connection: upgrade, close\r\nUpgrade: h2c\r\n\r\n`, 200],
    ['a wanted continue', `${start}${close}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}`, 100],
    ['TRACE', `TRACE /v1/tools/whoami HTTP/1.1\r\n${host}${close}\r\n`, 404],
  ];
  it.each(unusual)('accepts %s', async (_what, bytes, status) => {
    await using server = await openTestServer();
    expect(await exchange(server.port, [bytes])).toMatchObject({ status });
  });

  it('answers a running call before closing because of the garbage after it', async () => {
    const { promise: finish, resolve } = Promise.withResolvers<void>();
    await using server = await openTestServer({
      run: async () => {
        await finish;
        return { ok: true, value: 1, json: '{"done":true}', rate: undefined };
      },
    });
    const exchanged = exchange(server.port, [`${start}Content-Length: 2\r\n\r\n{}`, 'garbage\r\n\r\n']);
    await expect.poll(() => server.calls.length).toBe(1);
    resolve();
    expect(await exchanged).toMatchObject({ status: 200, answers: 1, body: '{"done":true}' });
  });

  it('does not write a second answer on a connection that has one', async () => {
    await using server = await openTestServer();
    const answer = await exchange(server.port, [`POST /v1/tools/whoami HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\nzz\r\n`]);
    expect(answer).toMatchObject({ answers: 1 });
  });
});

describe('slow clients', () => {
  const limits = { headersTimeout: 150, connectionsCheckingInterval: 30, timeout: 200, keepAliveTimeout: 100 };

  it('answers headers that never arrive with a JSON error', async () => {
    await using server = await openTestServer({ limits });
    const answer = await exchange(server.port, ['POST /v1/tools/whoami HTTP/1.1\r\nHost: x\r\n']);
    expect(answer).toMatchObject({ status: 408, body: expect.stringContaining('did not arrive in time') });
  });

  it('answers a body that never arrives with a JSON error, and calls no tool', async () => {
    await using server = await openTestServer({ limits: { ...limits, timeout: 60_000 }, bodies: { graceMs: 300 } });
    const answer = await exchange(server.port, [`${start}Content-Length: 10\r\n\r\n{`]);
    expect(answer).toMatchObject({ status: 408, body: expect.stringContaining('did not arrive in time') });
    expect(server.calls).toEqual([]);
  });

  it('answers a body that stops arriving with a JSON error when the connection has been silent for too long', async () => {
    await using server = await openTestServer({ limits });
    const answer = await exchange(server.port, [`${start}Content-Length: 10\r\n\r\n{`]);
    expect(answer).toMatchObject({ status: 408, body: expect.stringContaining('did not arrive in time'), answers: 1 });
    expect(server.calls).toEqual([]);
  });

  it('lets a call run longer than the limit for a silent connection', async () => {
    const { promise: finish, resolve } = Promise.withResolvers<void>();
    await using server = await openTestServer({
      limits: { ...limits, headersTimeout: 60_000 },
      run: async () => {
        setTimeout(resolve, 500);
        await finish;
        return { ok: true, value: 1, json: '{"late":true}', rate: undefined };
      },
    });
    expect(await exchange(server.port, [`${start}${close}Content-Length: 2\r\n\r\n{}`])).toMatchObject({
      status: 200,
      body: '{"late":true}',
    });
  });
});

describe('a process that was too busy to read', () => {
  it('serves requests that arrived in time, and still ends a head that never arrives', async () => {
    await using server = await openTestServer({ limits: { headersTimeout: 300, connectionsCheckingInterval: 50 } });
    const socket = net.connect(server.port, '127.0.0.1');
    await once(socket, 'connect');
    const answered = once(socket, 'data');
    // The kernel receives the bytes at once, while this process is busy for longer than a head may take.
    socket.write(`${start}Content-Length: 2\r\n\r\n{}`);
    setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000));
    expect(String((await answered)[0])).toMatch(/^HTTP\/1\.1 200/);
    socket.destroy();
    expect(await exchange(server.port, ['POST /v1/tools/whoami HTTP/1.1\r\nHost: x\r\n'])).toMatchObject({ status: 408 });
  });
});

import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { openStdioBridge } from './stdio-bridge.ts';

let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** Opens a bridge to a gateway that gives this answer. */
async function open(answer: RequestListener, { key = 'good', url }: { key?: string; url?: string } = {}) {
  server = createServer(answer);
  await new Promise<void>((listening) => server?.listen(0, '127.0.0.1', listening));
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const address = url ?? `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const exit = openStdioBridge({ url: address, key, machine: 'build-1', version: '1', stdin, stdout, stderr });
  return {
    exit,
    stdin,
    stdout,
    say: (message: unknown) => stdin.write(`${JSON.stringify(message)}\n`),
    async written() {
      const code = await exit;
      const lines = String(stdout.read() ?? '')
        .split('\n')
        .filter((line) => line !== '');
      return { code, messages: lines.map((line) => JSON.parse(line) as object), stderr: String(stderr.read() ?? '') };
    },
  };
}

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

describe('openStdioBridge', () => {
  it('posts each line to /mcp with the key and the name of its machine, and writes the JSON answer', async () => {
    const { say, stdin, written } = await open((request, response) => {
      response.setHeader('Content-Type', 'application/json');
      response.end(
        JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          result: [request.url, request.headers.authorization, request.headers['x-gatehouse-machine']],
        }),
      );
    });
    say(ping);
    stdin.end();
    expect(await written()).toEqual({
      code: 0,
      messages: [{ jsonrpc: '2.0', id: 1, result: ['/mcp', 'Bearer good', 'build-1'] }],
      stderr: '',
    });
  });

  it('sends the session id from the answer to initialize with later messages (D15)', async () => {
    const { say, stdin, stdout, written } = await open((request, response) => {
      response.setHeader('Content-Type', 'application/json');
      response.setHeader('Mcp-Session-Id', 'named');
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: request.headers['mcp-session-id'] ?? 'none' }));
    });
    say({ ...ping, method: 'initialize' });
    await once(stdout, 'readable');
    say(ping);
    stdin.end();
    expect((await written()).messages).toMatchObject([{ result: 'none' }, { result: 'named' }]);
  });

  it('writes every message of a streamed answer', async () => {
    const { say, stdin, written } = await open((_request, response) => {
      response.setHeader('Content-Type', 'text/event-stream');
      response.write('event: message\ndata: {"jsonrpc":"2.0","method":"notifications/progress"}\n\n');
      response.end('event: message\ndata: {"jsonrpc":"2.0","id":1,"result":{}}\n\n');
    });
    say(ping);
    stdin.end();
    expect((await written()).messages).toEqual([
      { jsonrpc: '2.0', method: 'notifications/progress' },
      { jsonrpc: '2.0', id: 1, result: {} },
    ]);
  });

  it('writes each message as one line, even for clients that split lines at every Unicode separator, as readline does', async () => {
    const text = JSON.stringify({ jsonrpc: '2.0', id: 1, result: { text: 'a\u2028b\u2029c\u0085d' } });
    for (const [type, body] of [
      ['application/json', text],
      ['text/event-stream', `event: message\ndata: ${text}\n\n`],
    ] as const) {
      const { say, stdin, exit, stdout } = await open((_request, response) => {
        response.setHeader('Content-Type', type);
        response.end(body);
      });
      say(ping);
      stdin.end();
      await exit;
      const lines: string[] = [];
      stdout.end();
      for await (const line of createInterface({ input: stdout })) lines.push(line);
      expect(lines.map((line) => JSON.parse(line))).toEqual([JSON.parse(text)]);
      server?.close();
    }
  });

  it('answers with an error if a stream ends before its answer', async () => {
    const { say, stdin, written } = await open((_request, response) => {
      response.setHeader('Content-Type', 'text/event-stream');
      response.end(': nothing\n\n');
    });
    say(ping);
    stdin.end();
    expect((await written()).messages).toMatchObject([{ id: 1, error: { code: -32603 } }]);
  });

  it('writes nothing for an accepted notification', async () => {
    const { say, stdin, written } = await open((_request, response) => response.writeHead(202).end());
    say({ jsonrpc: '2.0', method: 'notifications/initialized' });
    stdin.end();
    expect(await written()).toEqual({ code: 0, messages: [], stderr: '' });
  });

  it('adds the id to an error that lacks one, and turns an invalid answer into an error', async () => {
    let count = 0;
    const { say, stdin, written } = await open((_request, response) => {
      if (count++ === 0) response.writeHead(413).end('{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"too large"}}');
      else response.writeHead(502).end('<html>');
    });
    say(ping);
    await new Promise((next) => setImmediate(next));
    say({ ...ping, id: 'b' });
    stdin.end();
    expect((await written()).messages).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ error: { code: -32600, message: 'too large' } }),
        expect.objectContaining({ error: expect.objectContaining({ code: -32603 }) }),
      ]),
    );
  });

  it('answers every request with an error while the gateway is down', async () => {
    const { say, stdin, written } = await open((_request, response) => response.end(), { url: 'http://127.0.0.1:1' });
    say(ping);
    say({ ...ping, id: 2 });
    stdin.end();
    const { code, messages } = await written();
    expect(code).toBe(0);
    expect(messages).toMatchObject([
      { error: { code: -32603, message: expect.stringContaining('cannot be reached') } },
      { error: { code: -32603 } },
    ]);
  });

  it('ends with one line on stderr when the key is refused', async () => {
    const { say, written } = await open((_request, response) =>
      response.writeHead(401).end('{"error":{"code":"unauthorized","message":"this key was revoked"}}'),
    );
    say(ping);
    expect(await written()).toEqual({ code: 1, messages: [], stderr: 'gatehouse mcp: this key was revoked\n' });
  });

  it.each([
    [{ key: '' }, /GATEHOUSE_KEY/],
    [{ url: 'ftp://gate.example' }, /http/],
  ])('does not start with %o', async (options, message) => {
    const { code, stderr } = await (await open((_request, response) => response.end(), options)).written();
    expect([code, stderr.split('\n').length]).toEqual([1, 2]);
    expect(stderr).toMatch(message);
  });

  it('cancels by closing the request', async () => {
    const closed = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const { say, stdin, written } = await open((_request, response) => {
      response.on('close', closed.resolve);
      begun.resolve();
    });
    say(ping);
    await begun.promise;
    say({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    await closed.promise;
    stdin.end();
    expect(await written()).toEqual({ code: 0, messages: [], stderr: '' });
  });
});

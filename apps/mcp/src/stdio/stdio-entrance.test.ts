import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createFakeGateway, success } from '../testing/fake-gateway.ts';
import { openStdioEntrance } from './stdio-entrance.ts';

function open(key: string | undefined = 'good') {
  const gateway = createFakeGateway();
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const faults: unknown[] = [];
  const exit = openStdioEntrance({ gateway, key, version: '1', report: (error) => faults.push(error), stdin, stdout, stderr });
  return {
    gateway,
    stdin,
    stdout,
    exit,
    faults,
    say: (message: unknown) => stdin.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`),
    /** Everything that was written, once the entrance is closed. */
    async written() {
      await exit;
      const lines = String(stdout.read() ?? '')
        .split('\n')
        .filter((line) => line !== '');
      return { messages: lines.map((line) => JSON.parse(line) as Record<string, unknown>), stderr: String(stderr.read() ?? '') };
    },
  };
}

const call = (name: string, id: unknown = 1) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: { a: 1 } } });

describe('openStdioEntrance', () => {
  it('answers requests that arrived before stdin ended, and exits with 0', async () => {
    const { say, stdin, exit, gateway, written } = open();
    say(call('whoami'));
    stdin.end();
    expect(await exit).toBe(0);
    expect((await written()).messages).toMatchObject([{ id: 1, result: { structuredContent: { ok: true } } }]);
    expect(gateway.calls).toMatchObject([
      { tool: { name: 'whoami' }, input: { a: 1 }, credential: { key: 'good' }, origin: { entrance: 'mcp' } },
    ]);
  });

  it('writes an answer as one line, even for clients that split lines at every Unicode separator, as readline does', async () => {
    const { say, stdin, gateway, stdout, exit } = open();
    const value = { text: 'a\u2028b\u2029c\u0085d' };
    gateway.answer = () => success(value);
    say(call('whoami'));
    stdin.end();
    await exit;
    const lines: string[] = [];
    stdout.end();
    for await (const line of createInterface({ input: stdout })) lines.push(line);
    expect(lines.map((line) => JSON.parse(line).result.structuredContent)).toEqual([value]);
  });

  it('uses the client name from the initialize message', async () => {
    const { say, stdin, exit, gateway } = open();
    say({
      jsonrpc: '2.0',
      id: 0,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'host', version: '3' } },
    });
    say(call('whoami'));
    stdin.end();
    await exit;
    expect(gateway.calls[0]?.origin.sdk).toEqual({ name: 'host', version: '3' });
  });

  it.each([undefined, 'unknown'])('ends with one line on stderr when the key is %s', async (key) => {
    const { exit, written } = open(key ?? '');
    expect(await exit).toBe(1);
    const { messages, stderr } = await written();
    expect([messages, stderr.split('\n').length]).toEqual([[], 2]);
    expect(stderr).toMatch(/^gatehouse mcp: /);
  });

  it('checks the key in every call: answers a revoked key, then ends', async () => {
    const { say, exit, gateway, written } = open();
    gateway.answer = () => {
      gateway.keys.clear();
      return { ok: true, value: {}, json: '{}', rate: undefined };
    };
    say(call('whoami', 1));
    say(call('whoami', 2));
    expect(await exit).toBe(1);
    const { messages, stderr } = await written();
    expect(messages).toMatchObject([
      { id: 1 },
      { id: 2, result: { isError: true, _meta: { 'gatehouse/error': { code: 'unauthorized' } } } },
    ]);
    expect(stderr).toBe('gatehouse mcp: this key was revoked; create a new one\n');
  });

  it('answers malformed lines with protocol errors, and continues', async () => {
    const { say, stdin, written } = open();
    for (const line of ['{', '[]', '1', '{"jsonrpc":"2.0","id":{},"method":"tools/list"}', `[${JSON.stringify(call('whoami'))}]`])
      say(line);
    say(call('whoami', 'last'));
    stdin.end();
    const { messages } = await written();
    expect(messages.map((message) => (message.error as { code: number } | undefined)?.code)).toEqual([
      -32700,
      -32600,
      -32600,
      -32600,
      -32600,
      undefined,
    ]);
    expect(messages.at(-1)).toMatchObject({ id: 'last' });
  });

  it('exits cleanly when stdin ends in the middle of a message', async () => {
    const { stdin, exit, faults, written } = open();
    stdin.end('{"jsonrpc":"2.0","id":1,"meth');
    expect([await exit, (await written()).messages, faults]).toEqual([0, [], []]);
  });
});
